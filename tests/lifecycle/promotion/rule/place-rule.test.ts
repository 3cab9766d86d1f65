import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixed } from '../../../../src/lessons/quotable.ts';
import { placeRule } from '../../../../src/lifecycle/promotion/rule/place-rule.ts';

const RULE = fixed('Run `make seed` first. (L-012)');
const place = (text: string) => placeRule(text, RULE, 'L-012');

describe('placeRule', () => {
  it('makes a heading of its own at the end where none fits', () => {
    expect(place('')).toBe(`## Rules learned the hard way\n\n- ${RULE}\n`);
    expect(place('# Orchard\n\nTrees.\n')).toBe(`# Orchard\n\nTrees.\n\n## Rules learned the hard way\n\n- ${RULE}\n`);
    expect(place('# Orchard')).toBe(`# Orchard\n\n## Rules learned the hard way\n\n- ${RULE}\n`);
  });

  it('adds to the list under that heading, whatever follows', () => {
    const before = '# Orchard\n\n## Rules learned the hard way\n\n- Prune in winter. (L-002)\n\n## More\n\nText.\n';
    expect(place(before)).toBe(before.replace('(L-002)\n', `(L-002)\n- ${RULE}\n`));
  });

  it.each(['Conventions', 'Coding guidelines', 'House Rules', 'Rules and conventions'])(
    'uses the heading "%s", and the bullets that are there',
    (heading) => {
      const before = `# Orchard\n\n## ${heading}\n\n* Prune in winter,\n  never in spring.\n\n### Trees\n\n- Oak\n`;
      expect(place(before)).toBe(before.replace('spring.\n', `spring.\n* ${RULE}\n`));
    },
  );

  it('puts a blank line before the rule where text stands there, and behind it where a heading follows', () => {
    expect(place('## Rules\nBe kind.\n## More\n')).toBe(`## Rules\nBe kind.\n\n- ${RULE}\n\n## More\n`);
    expect(place('## Rules\n')).toBe(`## Rules\n\n- ${RULE}\n`);
    expect(place('## Rules')).toBe(`## Rules\n\n- ${RULE}\n`);
  });

  it('adds nothing between markers, to the title of a page, or to an example', () => {
    const marked = '<!-- hardwon:learn:start -->\n## Rules\n\n- x (L-001)\n<!-- hardwon:learn:end -->\n';
    const page = '# Repository Guidelines\n\nText.\n';
    const example = '```md\n## Rules\n```\n';
    for (const before of [marked, page, example])
      expect(place(before)).toBe(`${before}\n## Rules learned the hard way\n\n- ${RULE}\n`);
    const above = `## Rules\n\n- Be kind.\n\n${marked}`;
    expect(place(above)).toBe(above.replace('kind.\n', `kind.\n- ${RULE}\n`));
  });

  it('is there once, also where somebody worded it anew or moved it', () => {
    const once = place('# Orchard\n');
    expect(place(once)).toBe(once);
    const moved = '# Orchard\n\n- Seed first, always. (L-012)\n';
    expect(place(moved)).toBe(moved);
    const inBlock = '<!-- hardwon:learn:start -->\n- Seed. (L-012)\n<!-- hardwon:learn:end -->\n';
    expect(place(inBlock)).toContain('## Rules learned the hard way');
  });

  it('keeps the line endings of the file, and every other byte', () => {
    expect(place('\uFEFF# Orchard\r\n\r\n## Rules\r\n\r\n- Be kind.\r\n')).toBe(
      `\uFEFF# Orchard\r\n\r\n## Rules\r\n\r\n- Be kind.\r\n- ${RULE}\r\n`,
    );
    const line = fc.constantFrom(
      '## Rules',
      '# Title',
      '- item',
      '',
      '```',
      '<!-- x:start -->',
      '<!-- x:end -->',
      'text',
      '  more',
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const before = lines.join(eol);
        const after = place(before);
        // What was added can be taken out again: the rest is the file as it was.
        let at = 0;
        for (const sign of after) if (sign === before[at]) at++;
        expect(at).toBe(before.length);
        expect(after.split(RULE)).toHaveLength(2);
        expect(place(after)).toBe(after);
      }),
    );
  });
});
