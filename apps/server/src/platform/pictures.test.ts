import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { SMALL_PNG } from '../testing/changes.ts';
import { dots, END, HEAD, header, part, png } from '../testing/pictures.ts';
import { redrawn } from './pictures.ts';

const size = header(2, 2);

describe('a picture that somebody gives', () => {
  test('is drawn anew from its dots: what stands beside them is gone, and a second time changes nothing', () => {
    const plain = redrawn(png(size, dots(14), END))!;
    const full = redrawn(
      png(
        size,
        part('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
        part('eXIf', Buffer.from('GPS 56.9496, 24.1052')),
        dots(14),
        END,
        Buffer.from('%PDF-1.7 a second file behind the picture'),
      ),
    )!;
    assert.deepEqual(full, plain);
    assert.doesNotMatch(full.toString('latin1'), /script|GPS|PDF/);
    assert.deepEqual(redrawn(HEAD + full.toString('base64')), plain);
    assert.ok(redrawn(SMALL_PNG));
  });

  for (const [what, url] of Object.entries({
    'a JPEG by its name alone': `${HEAD}${Buffer.from('ffd8ffe000104a46', 'hex').toString('base64')}`,
    'a page': `${HEAD}${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`,
    'text behind the base64': `${SMALL_PNG}"><script>`,
    'a sum that does not hold': png(
      header(2, 2),
      part('IDAT', deflateSync(Buffer.alloc(14)), 7),
      END,
    ),
    'no end': png(size, dots(14)),
    'no dots': png(size, END),
    'fewer dots than it says': png(size, dots(13), END),
    'more than it says, as a bomb has': png(size, dots(5_000_000), END),
    'sides that nobody shows': png(header(100_000, 100_000), dots(14), END),
    'no size': png(header(0, 2), dots(14), END),
    'dots in several passes': png(header(2, 2, 8, 2, 0, 0, 1), dots(14), END),
    'a palette that is missing': png(header(2, 2, 8, 3, 0, 0, 0), dots(6), END),
    'a filter that there is not': png(size, part('IDAT', deflateSync(Buffer.alloc(14, 9))), END),
  }))
    test(`is refused with ${what}`, () => assert.equal(redrawn(url), null));
});
