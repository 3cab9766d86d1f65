import { describe, expect, it } from 'vitest';
import { proposeFromCi } from '../../src/lifecycle/capture/sources/ci-log.ts';
import { readMarkdownReview } from '../../src/lifecycle/capture/sources/review-markdown.ts';
import { parseTap } from '../../src/programs/test-reports/tap.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { hostileShapes, listReaders } from './slow-inputs.ts';

const FIVE_MEGABYTES = 5_000_000;

function fill(piece: string): string {
  return piece.repeat(Math.ceil(FIVE_MEGABYTES / piece.length));
}

/** A reader whose time grows with the square of the text takes many minutes here; one that grows with the text takes a second. */
const LIMIT = 60_000;

describe('texts of five megabytes', () => {
  const pieces = [
    'LS0tLS1CRUdJTi',
    'token=',
    'token=a',
    'password: ',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----END PRIVATE KEY-----',
    'sk-',
    'ghp_',
    'npm_',
    'PASSWORD="',
    'token=\\n',
    'ghp_\\u001b[0m',
    '\u200b',
  ];

  it.each(pieces)('are redacted: %s', { timeout: LIMIT }, async (piece) => {
    const text = fill(piece);
    expect((await createRedactor().redactOne(text)).length).toBeGreaterThan(text.length / 2);
  });

  it.each(['ok 1\n', '    ok 1\n', 'not ok 1 - a\n', '# x\n', '\n'])(
    'are read as TAP: %j',
    { timeout: LIMIT },
    (piece) => {
      expect(parseTap(`TAP version 13\n${fill(piece)}`, '/home/ada/harbour')?.errors).not.toEqual([]);
    },
  );

  it.each(['\n', '- \n', '# \n', '|\n', '| a ', '- **Critical:** a\n'])(
    'are read as a review: %j',
    { timeout: LIMIT },
    (piece) => {
      expect(readMarkdownReview(`- **Critical:** the pier is gone\n\n${fill(piece)}`)[0]?.severity).toBe('critical');
    },
  );

  it.each(['\n', 'a\n', '\t', '\u200b', 'Error: ', '##[group]Run a\nx\n'])(
    'are read as a CI log: %j',
    { timeout: LIMIT },
    (piece) => {
      const text = `${fill(piece)}\n##[group]Run node a.js\n##[endgroup]\nError: Cannot find module 'pier'\n##[error]Process completed with exit code 1.\n`;
      expect(proposeFromCi(text, '2026-03-09').failed).toBe(1);
    },
  );
});

describe('every function that reads text of others', () => {
  it('is found, and ends on hostile texts', { timeout: LIMIT }, async () => {
    const readers = await listReaders();
    expect(readers.length).toBeGreaterThan(150);
    // `npm run test:hostile` measures all of them with all shapes.
    const shapes = hostileShapes();
    expect(shapes.length).toBeGreaterThan(40);
    for (const [index, { read }] of readers.entries()) {
      for (const [number, { make }] of shapes.entries()) {
        if ((index + number) % 7 !== 0) continue;
        try {
          await read(make(40_000));
        } catch {
          // A text may be refused.
        }
      }
    }
  });
});
