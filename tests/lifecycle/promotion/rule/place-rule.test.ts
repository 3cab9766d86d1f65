import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixed } from '../../../../src/lessons/quotable.ts';
import { placeRule } from '../../../../src/lifecycle/promotion/rule/place-rule.ts';

const RULE = fixed('Run `make seed` first. (L-012)');
const START = '<!-- hardwon:rules:start -->';
const END = '<!-- hardwon:rules:end -->';
const SECTION = `${START}\n## Rules learned the hard way\n\n- ${RULE}\n${END}\n`;
const place = (text: string) => placeRule(text, RULE, 'L-012');

describe('placeRule', () => {
  it('makes a section of its own at the end, between markers', () => {
    expect(place('')).toBe(SECTION);
    expect(place('# Orchard\n\nTrees.\n')).toBe(`# Orchard\n\nTrees.\n\n${SECTION}`);
    expect(place('# Orchard')).toBe(`# Orchard\n\n${SECTION}`);
  });

  it('adds to the section that is there, whatever somebody made of it', () => {
    const before = `# Orchard\n\n${SECTION.replaceAll('L-012', 'L-002')}\n## More\n\nText.\n`;
    expect(place(before)).toBe(before.replace('(L-002)\n', `(L-002)\n- ${RULE}\n`));
    const starred = `${START}\n* Prune in winter,\n  never in spring.\n\n${END}\n`;
    expect(place(starred)).toBe(starred.replace('spring.\n', `spring.\n* ${RULE}\n`));
    expect(place(`${START}\nBe kind.\n${END}\n`)).toBe(`${START}\nBe kind.\n\n- ${RULE}\n${END}\n`);
  });

  it.each([
    '## Rules\n\n- Be kind.\n\n## More\n',
    '## Rules learned the hard way\n\n- Be kind.\n',
    '<!-- hardwon:learn:start -->\n## Rules\n\n- x (L-001)\n<!-- hardwon:learn:end -->\n',
    `\`\`\`md\n${START}\n${END}\n\`\`\`\n`,
    `${END}\n${START}\n`,
  ])('leaves everything outside of the markers as it is: %j', (before) => {
    expect(place(before)).toBe(`${before}\n${SECTION}`);
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
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    expect(place('\uFEFF# Orchard\r\n\r\n- Be kind.\r\n')).toBe(windows(`\uFEFF# Orchard\n\n- Be kind.\n\n${SECTION}`));
    const line = fc.constantFrom(
      '## Rules',
      '# Title',
      '- item',
      '',
      '```',
      '<!-- x:start -->',
      '<!-- x:end -->',
      START,
      END,
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
