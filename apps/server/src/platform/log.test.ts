import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLog, errorLine } from './log.ts';

/** A log at its most talkative, and what it has written. */
function recorded() {
  let text = '';
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { log: createLog('debug', out), text: () => text };
}

test('SB-47 what a mail server, a library or the database says of somebody is not in the log, nor in what is stored of it', () => {
  const errors = [
    new Error(
      "550 5.1.1 <anna.ozola@amber.test>: Recipient address rejected: user 'anna.ozola@amber.test' unknown",
    ),
    Object.assign(
      new Error('Can’t send mail - all recipients were rejected: 550 anna+x@sub.amber.test'),
      {
        code: 'EENVELOPE',
        rejected: ['anna.ozola@amber.test'],
        response: '550 anna.ozola@amber.test',
      },
    ),
    new Error(
      'fetch failed: https://user:needle@pay.example/password-recovery?reset=needle-token-of-43-characters-abcdefghijklmno',
    ),
    new Error('connect to smtp://mailer:needle@mail.example:587 failed'),
    new Error('card 4111 1111 1111 1111 and token aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8gd29'),
    Object.assign(new Error('duplicate key: (email)=(anna.ozola@amber.test)'), {
      code: '23505',
      constraint: 'users_email',
      table: 'users',
      detail: 'Key (email)=(anna.ozola@amber.test) already exists.',
    }),
  ];
  for (const error of errors) {
    const { log, text } = recorded();
    log.warn({ err: error }, 'not delivered');
    for (const said of [text(), errorLine(error)])
      assert.doesNotMatch(said, /anna|amber|needle|4111|aGVsbG8|password-recovery/, said);
  }
  assert.equal(
    errorLine(errors[0]),
    "550 5.1.1 <…@…>: Recipient address rejected: user '…@…' unknown",
  );
  assert.equal(errorLine(errors[3]), 'connect to smtp://mail.example:587/… failed');
  assert.match(errorLine(errors[5]), /23505.*users_email.*users/);
  const id = '0198c1de-5a0f-7c31-9a3e-2f5f0a9b1c2d';
  assert.equal(errorLine(new Error(`No operation ${id}`)), `No operation ${id}`);
});
