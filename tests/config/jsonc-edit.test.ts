import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonNode, parseJsonc, readJsonTree } from '../../src/config/jsonc.ts';
import { appendItem, type JsonContainer, removeItem, replaceItem } from '../../src/config/jsonc-edit.ts';

/** What stands around an item. */
function outside(text: string, item: { from: number; to: number } | undefined): string {
  return item ? text.slice(0, item.from) + text.slice(item.to) : text;
}

function rootOf(text: string): JsonContainer {
  return asContainer(readJsonTree(text));
}

function asContainer(node: JsonNode | undefined): JsonContainer {
  if (!node || node.kind === 'scalar') throw new Error('not a container');
  return node;
}

const append = (text: string, value: unknown, key?: string) => appendItem(text, rootOf(text), value, key);

describe('appendItem', () => {
  it.each([
    ['{}', '{\n  "hooks": {\n    "a": 1\n  }\n}'],
    ['{\n  "b": 2\n}\n', '{\n  "b": 2,\n  "hooks": {\n    "a": 1\n  }\n}\n'],
    ['{\n\t"b": 2\n}', '{\n\t"b": 2,\n\t"hooks": {\n\t\t"a": 1\n\t}\n}'],
    ['{\r\n    "b": 2\r\n}\r\n', '{\r\n    "b": 2,\r\n    "hooks": {\r\n        "a": 1\r\n    }\r\n}\r\n'],
    ['{"b":2}', '{"b":2, "hooks": { "a": 1 }}'],
    ['{\n  "b": 2, // two\n}', '{\n  "b": 2, // two\n  "hooks": {\n    "a": 1\n  },\n}'],
    ['{\n  "b": 2 // two, see {x}\n}', '{\n  "b": 2, // two, see {x}\n  "hooks": {\n    "a": 1\n  }\n}'],
    ['{\n  // nothing yet\n}', '{\n  // nothing yet\n  "hooks": {\n    "a": 1\n  }\n}'],
    ['\uFEFF{\n  "b": 2\n}', '\uFEFF{\n  "b": 2,\n  "hooks": {\n    "a": 1\n  }\n}'],
    ['/* top */ { } // end', '/* top */ { "hooks": { "a": 1 } } // end'],
  ])('adds to %j in its own style', (text, expected) => {
    expect(append(text, { a: 1 }, 'hooks')).toBe(expected);
  });

  it('adds to a list inside, indented as its place is', () => {
    const text = '{\n  "list": [\n    1\n  ],\n  "flat": [1, 2],\n  "none": []\n}';
    const at = (index: number) => {
      const { items } = rootOf(text);
      return asContainer(items[index]?.node);
    };
    expect(appendItem(text, at(0), { b: 1 })).toContain('"list": [\n    1,\n    {\n      "b": 1\n    }\n  ]');
    expect(appendItem(text, at(1), { b: 1 })).toContain('"flat": [1, 2, { "b": 1 }]');
    expect(appendItem(text, at(2), 7)).toContain('"none": [\n    7\n  ]');
  });
});

describe('removeItem', () => {
  it.each([
    ['[1, 2, 3]', 0, '[2, 3]'],
    ['[1, 2, 3]', 1, '[1, 3]'],
    ['[1, 2, 3]', 2, '[1, 2]'],
    ['[\n  1,\n  2,\n]', 1, '[\n  1,\n]'],
    ['[\n  1, // one\n  2 // two\n]', 1, '[\n  1 // one\n  // two\n]'],
    ['[\n  1, // one\n  2\n]', 0, '[\n  // one\n  2\n]'],
    ['{\n  "a": 1\n}', 0, '{}'],
    ['[1]', 1, '[1]'],
    ['{\n  // note\n  "a": 1 }', 0, '{\n  // note\n  }'],
    ['[1, // one\n  2 ]', 1, '[1 // one\n  ]'],
  ])('takes out of %j number %i', (text, index, expected) => {
    expect(removeItem(text, rootOf(text), index)).toBe(expected);
  });
});

/** JSON as people and programs write it. */
const texts = fc
  .tuple(
    fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 4 }),
    fc.constantFrom(undefined, 2, 4, '\t'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\uFEFF'),
    fc.constantFrom('', '\n', ' // the end'),
    fc.constantFrom('', ',', ' // last', ', // last'),
  )
  .map(([value, indent, lineEnd, mark, end, last]) => {
    const lines = JSON.stringify(value, undefined, indent).split('\n');
    if (lines.length > 1) lines[lines.length - 2] += last;
    return mark + lines.join(lineEnd) + end;
  });

/** The same with a comment here and there, and brackets that close on the line of another. */
const commented = fc
  .tuple(texts, fc.array(fc.constantFrom('', ' ', ' // note', ' /* note */'), { minLength: 8, maxLength: 8 }))
  .map(([text, notes]) =>
    text
      .split('\n')
      .map((line, index, lines) => {
        const note = notes[index % notes.length] ?? '';
        if (index === lines.length - 1) return line;
        if (note !== ' ') return `${line.replace(/\r$/, '')}${note}\n`;
        return line.includes('//') ? `${line}\n` : `${line.replace(/\r$/, '')} `;
      })
      .join(''),
  );

describe('any file', () => {
  it('stays whole whichever item is taken out, and however it is written', () => {
    fc.assert(
      fc.property(commented, fc.nat(), (text, choice) => {
        const root = rootOf(text);
        const index = choice % root.items.length;
        const shorter = removeItem(text, root, index);
        const values = Object.entries(parseJsonc(text) as object);
        const key = (root.items[index] as { key?: string }).key;
        expect(parseJsonc(shorter)).toEqual(Object.fromEntries(values.filter(([name]) => name !== key)));
        expect(shorter.match(/\/[/*] (?:note|last)/g)?.length).toBe(
          outside(text, root.items[index]).match(/\/[/*] (?:note|last)/g)?.length,
        );
        const longer = append(text, 1, 'hooks in a file');
        expect(parseJsonc(longer)).toEqual({ ...Object.fromEntries(values), 'hooks in a file': 1 });
      }),
      { numRuns: 500 },
    );
  });

  it('has what was added, and is the same again when that is taken out', () => {
    fc.assert(
      fc.property(texts, fc.jsonValue({ maxDepth: 2 }), (text, value) => {
        const root = rootOf(text);
        fc.pre(!root.items.some((item) => 'key' in item && item.key === 'hooks'));
        const longer = append(text, value, 'hooks');
        expect(parseJsonc(longer)).toEqual({
          ...(parseJsonc(text) as object),
          hooks: JSON.parse(JSON.stringify(value)),
        });
        const after = rootOf(longer);
        expect(removeItem(longer, after, after.items.length - 1)).toBe(text);
      }),
    );
  });

  it('keeps everything else when a value is replaced', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.jsonValue({ maxDepth: 2 }), (text, choice, value) => {
        const root = rootOf(text);
        const index = choice % root.items.length;
        const item = root.items[index];
        if (!item) throw new Error('no item');
        const other = replaceItem(text, root, item, value);
        const after = rootOf(other).items[index];
        expect(other.slice(0, item.node.from)).toBe(text.slice(0, item.node.from));
        expect(other.slice(after?.node.to)).toBe(text.slice(item.node.to));
      }),
    );
  });
});
