import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, parseJsonc } from '../../src/config/jsonc.ts';

describe('parseJsonc', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJsonc(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('allows comments, trailing commas, CRLF and a byte order mark', () => {
    const text = '\uFEFF// top\r\n{ "a": [1, 2,], /* "b": 1 */\r\n "url": "http://x/*no*/", // end\r\n}\r\n// last';
    expect(parseJsonc(text)).toEqual({ a: [1, 2], url: 'http://x/*no*/' });
  });

  it.each([
    ['', 1, 'expected a value'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 'expected a comma or }'],
    ['{\n  a: 1\n}', 2, 'expected a key in double quotes'],
    ['{\n  "a" 1\n}', 2, 'expected a colon after the key'],
    ['{\n  "a": [1,\n  2\n', 2, '] is missing'],
    ['{"a": 1}\n}', 2, 'unexpected text after the end'],
    ['{"a":\n "x\n"}', 2, 'unterminated string'],
    ['{"a":\n tru }', 2, 'expected a value'],
    ['{"a": 01}', 1, 'expected a value'],
    ['{"a": "\\q"}', 1, 'not a valid string'],
    ['{\n/* x', 2, 'unterminated comment'],
    ['{"a": 1,\n"a": 2}', 2, 'appears here twice'],
    ['{"a": ,}', 1, 'expected a value'],
    ['['.repeat(200), 1, 'nested too deeply'],
  ])('%j is broken on line %i: %s', (text, line, message) => {
    const error = catchError(() => parseJsonc(text));
    expect(error).toBeInstanceOf(JsonSyntaxError);
    expect(error).toMatchObject({ line, message: expect.stringContaining(message) });
  });

  it('keeps __proto__ a key like any other', () => {
    const value = parseJsonc('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(value.polluted).toBeUndefined();
  });
});

function catchError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
