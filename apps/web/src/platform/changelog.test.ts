import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { changesWith, inWords, piecesOf, versionsOf } from './changelog.ts';

test('the changelog as versions, their groups and lines', () => {
  const versions = versionsOf(`# Changelog

What stands above the first version.

## Unreleased

### Added

- A list, and
  what goes on with it.
- \`GET /x\` says **what is new**.

### Fixed

- One.

## 0.1.0

All of it.
`);
  assert.deepEqual(versions, [
    {
      title: 'Unreleased',
      groups: [
        {
          title: 'Added',
          lines: [
            [{ as: 'text', text: 'A list, and what goes on with it.' }],
            [
              { as: 'code', text: 'GET /x' },
              { as: 'text', text: ' says ' },
              { as: 'strong', text: 'what is new' },
              { as: 'text', text: '.' },
            ],
          ],
        },
        { title: 'Fixed', lines: [[{ as: 'text', text: 'One.' }]] },
      ],
    },
    { title: '0.1.0', groups: [{ lines: [[{ as: 'text', text: 'All of it.' }]] }] },
  ]);
  const found = changesWith(versions, ' NEW  get ');
  assert.deepEqual(
    found.map(({ title, groups }) => [title, groups.map(({ lines }) => lines.length)]),
    [['Unreleased', [1]]],
  );
  assert.deepEqual(changesWith(versions, 'nowhere'), []);
  assert.deepEqual(changesWith(versions, '  '), versions);
});

const link = (href: string) => piecesOf(`a [b](${href})`);

test('only an address of the web or of the console is a link; markup is words', () => {
  const words = [{ as: 'text', text: 'a b' }];
  for (const href of ['docs/x.md', '//evil.test', 'javascript:alert`1`', 'mailto:a@b.test'])
    assert.deepEqual(link(href), words, href);
  for (const href of ['https://a.test/b', '/transactions?f_status=FAILED'])
    assert.deepEqual(link(href), [
      { as: 'text', text: 'a ' },
      { as: 'link', text: 'b', href },
    ]);
  const markup = '<img src=x onerror=alert(1)> & <b>';
  assert.deepEqual(piecesOf(markup), [{ as: 'text', text: markup }]);
});

test('a version that has just come out is the newest, whatever stands empty above it', () => {
  const released = '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- Refunds.\n';
  assert.deepEqual(
    versionsOf(released).map(({ title }) => title),
    ['0.2.0 (2026-02-03)'],
  );
});

test('every line of CHANGELOG.md is on the page', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8');
  const shown = versionsOf(text).flatMap(({ groups }) => groups.flatMap(({ lines }) => lines));
  const listed = text.match(/^- /gm)?.length ?? 0;
  assert.ok(listed > 0 && shown.length >= listed, `${shown.length} of ${listed}`);
});

test('a merchant’s people read what changed in words: no calls or numbers, and nothing that is of calls, of staff or of running an installation', () => {
  const versions = versionsOf(`## 1.0.0

### Added

- A list of **disputes** (of five years) has a file (\`GET /x.csv\`; migration 1), which is signed.
- \`GET /x\` answers more.
- Plain (as it stands), not by a number (ADR 7, AM-82).
- Staff’s list says more.
- A payment says **why**. The demo’s do too. Staff read more of it. It is short.
- A setting of the installation is read again.
- System: what waits.

### Fixed

- Of \`y\` alone.
`);
  const [version] = inWords(versions);
  assert.deepEqual(
    version!.groups.map(({ title, lines }) => [
      title,
      lines.map((line) => line.map(({ text }) => text).join('')),
    ]),
    [
      [
        'Added',
        [
          'A list of disputes (of five years) has a file, which is signed.',
          'Plain (as it stands), not by a number.',
          'A payment says why. It is short.',
        ],
      ],
    ],
  );
  assert.ok(version!.groups[0]!.lines[0]!.some(({ as }) => as === 'strong'));
});
