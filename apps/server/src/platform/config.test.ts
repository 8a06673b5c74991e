import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canonicalTimeZone, isTimeZone, mistyped, readConfig } from './config.ts';

describe('settings', () => {
  test('an empty environment is enough, and an empty variable is an unset one', () => {
    const config = readConfig({});
    assert.equal(config.PORT, 3000);
    assert.equal(config.CSV_RECORDS_LIMIT, 1_000_000);
    assert.deepEqual(readConfig({ PORT: '', DATABASE_URL: '', HOME: '/root' }), config);
  });

  test('every wrong setting is named, and its value never told', () => {
    const wrong: Record<string, string[]> = {
      PORT: ['http', '-1', '65536', '3000.5'],
      PUBLIC_URL: ['paydesk', 'javascript:alert(1)', 'ftp://paydesk.test'],
      CHECKOUT_URL: ['pay', 'https://pay.paydesk.test/shop'],
      DATABASE_URL: ['mysql://secret@host/db', 'secret'],
      DATABASE_OWNER_URL: ['mysql://secret@host/db'],
      DATABASE_DIRECT_URL: ['secret'],
      TRUST_PROXY: ['secret', '10.0.0.0/33', 'proxy.internal:80', '1'],
      SEED: ['Demo', 'secret'],
      SEED_CLOCK: ['yesterday', '2026-02-30T00:00:00Z'],
      SESSION_SECONDS: ['0', '-5', 'long', '1.5'],
      CSV_RECORDS_LIMIT: ['0', 'many'],
      PASSWORD_MAX_AGE_DAYS: ['-1', 'never'],
      BUSINESS_TIME_ZONE: ['Mars/Olympus', '+02:00', 'PST'],
      PORTAL_URL: ['portal'],
      DEVELOPER_DOCS_URL: ['docs'],
      METRICS_PUBLIC: ['maybe'],
      LOG_LEVEL: ['loud'],
      STATEMENT_TIMEOUT_MS: ['0'],
      ACQUIRER: ['Stripe', 'Sandbox', 'secret'],
      STRIPE_SECRET_KEY: ['secret', 'pk_live_1'],
      STRIPE_WEBHOOK_SECRET: ['secret'],
      STRIPE_URL: ['http://api.stripe.test'],
      FINANCING_INSTITUTION: ['yes'],
      SCREENING: ['secret'],
      IDENTIFICATION: ['stripe', 'secret'],
      IDENTIFICATION_URL: ['http://id.firm.test'],
      ACQUIRER_URL: ['secret', 'http://acquirer.firm.test/', 'ftp://10.0.0.1'],
      SCREENING_SECRET: ['too short'],
      ALLOW_SANDBOX: ['perhaps'],
      ACQUIRER_TIMEOUT_MS: ['0'],
      PUBLIC_IP: ['secret', '10.0.0', '::1/64'],
      CALLBACK_ALLOW: ['secret', '10.0.0.0/33', 'shop.internal'],
      DRAIN_SECONDS: ['-1', '0.5', 'soon'],
    };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        assert.throws(
          () => readConfig({ [name]: value }),
          (error: Error) =>
            error.message.includes(`${name}: `) && !/secret|Olympus|alert/.test(error.message),
          `${name}=${value}`,
        );
    assert.throws(
      () => readConfig({ PORT: 'x', LOG_LEVEL: 'x' }),
      /PORT: [^]*LOG_LEVEL: |LOG_LEVEL: [^]*PORT: /,
    );
  });

  test('what a value must be is said in words, not in types', () => {
    const said: [name: string, value: string, words: string][] = [
      ['PORT', 'http', 'must be a whole number'],
      ['PORT', '80.5', 'must be a whole number'],
      ['PORT', '70000', 'must be 65535 or less'],
      ['BACKUP_HOURS', '0', 'must be 1 or more'],
      ['BACKUP_PASSPHRASE', 'short', 'must have 12 characters or more'],
      ['LOG_LEVEL', 'loud', 'must be silent, fatal, error, warn, info, debug'],
      ['BACKUP_WAL', 'perhaps', 'must be true or false'],
      ['SMTP_URL', 'mail.firm.test:587', 'must be a whole address, with what stands before ://'],
      ['SEED_CLOCK', 'now', 'must be an instant such as 2026-11-20T12:00:00Z'],
      ['PUBLIC_IP', 'here', 'must be an IP address'],
    ];
    for (const [name, value, words] of said)
      assert.throws(() => readConfig({ [name]: value }), {
        message: `Wrong settings: ${name}: ${words}`,
      });
  });

  test('a name that is almost a setting’s is found, and no other', () => {
    assert.deepEqual(mistyped({ TRUST_PORXY: 'loopback', PUBLIC_ULR: 'x', backup_dir: '/x' }), [
      { name: 'TRUST_PORXY', meant: 'TRUST_PROXY' },
      { name: 'PUBLIC_ULR', meant: 'PUBLIC_URL' },
      { name: 'backup_dir', meant: 'BACKUP_DIR' },
    ]);
    const others = { PATH: '', HOSTNAME: '', PORTS: '', OTEL_SERVICE_NAME: '', XDG_DATA_DIRS: '' };
    assert.deepEqual(mistyped({ ...others, TRUST_PROXY: '', DATABASE_URL: '' }), []);
  });

  test('a gateway over http has address and secret, and nothing else has; no plain http over the public internet', () => {
    const asked = { SCREENING: 'http', SCREENING_URL: 'https://screening.firm.test/v1' };
    const SCREENING_SECRET = 's'.repeat(32);
    assert.equal(readConfig({ ...asked, SCREENING_SECRET }).SCREENING, 'http');
    assert.throws(() => readConfig(asked), /^\w+: Wrong settings: SCREENING_SECRET: must be set/);
    assert.throws(
      () => readConfig({ ...asked, SCREENING_SECRET, SCREENING: 'none' }),
      /SCREENING_URL: is for SCREENING=http alone/,
    );
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    assert.equal(readConfig({ ACQUIRER: 'stripe', ...keys }).ACQUIRER, 'stripe');
    assert.throws(
      () => readConfig({ ...keys, ACQUIRER: 'stripe', STRIPE_WEBHOOK_SECRET: undefined }),
      /STRIPE_WEBHOOK_SECRET: must be set/,
    );
    assert.throws(() => readConfig(keys), /STRIPE_SECRET_KEY: is for ACQUIRER=stripe alone/);
    for (const SCREENING_URL of ['http://10.1.0.7:8080', 'http://screening:8080', 'http://[::1]:1'])
      assert.ok(readConfig({ ...asked, SCREENING_SECRET, SCREENING_URL }), SCREENING_URL);
    assert.throws(
      () => readConfig({ ...asked, SCREENING_SECRET, SCREENING_URL: 'http://93.184.215.14' }),
      /SCREENING_URL: must be https/,
    );
  });

  test('made-up people are the default of the embedded database alone', () => {
    const DATABASE_URL = 'postgres://paydesk@host/paydesk';
    assert.equal(readConfig({}).SEED, 'demo');
    assert.equal(readConfig({ DATABASE_URL }).SEED, 'empty');
    assert.equal(readConfig({ DATABASE_URL, SEED: 'demo' }).SEED, 'demo');
    assert.equal(readConfig({ SEED: 'empty' }).SEED, 'empty');
    assert.throws(
      () => readConfig({ DATABASE_OWNER_URL: DATABASE_URL }),
      /DATABASE_URL: must be set/,
    );
  });

  test('AM-13 a zone is one of the IANA database, under one name', () => {
    for (const zone of ['UTC', 'Europe/Riga', 'europe/riga', 'Europe/Kyiv', 'Asia/Calcutta', 'CET'])
      assert.ok(isTimeZone(zone), zone);
    for (const zone of [
      '',
      'PST',
      'ACT',
      '+02:00',
      'UTC+2',
      'Europe',
      'Europe/Riga ',
      'SystemV/EST5',
    ])
      assert.ok(!isTimeZone(zone), zone);
    assert.equal(canonicalTimeZone('CET'), 'Europe/Brussels');
    assert.equal(canonicalTimeZone('EET'), 'Europe/Athens');
  });
});
