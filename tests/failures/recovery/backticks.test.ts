import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBacktickSpans } from '../../../src/failures/recovery/backticks.ts';

describe('findBacktickSpans', () => {
  it.each([
    ['git commit -m "trim `wick` and `flame on`"', ['wick', 'flame on']],
    ["git commit -m 'trim `wick`'", []],
    ['git commit -m "trim \\`wick\\`"', []],
    ['echo `date`', []],
    [`echo "it's \`wick\`"`, ['wick']],
    ['gh pr create --body "$(cat <<\'EOF\'\ntrims `wick`\nEOF\n)"', []],
    ['gh pr create --body "$(cat <<EOF\ntrims `wick`\nEOF\n)"', ['wick']],
    ['cat > a.md <<\'EOF\'\n"trims `wick`"\nEOF\necho "`lamp`"', ['lamp']],
  ])('%s', (text, spans) => {
    expect(findBacktickSpans(text)).toEqual(spans);
  });

  it('finds only what the text holds, and nothing where no backtick is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const spans = findBacktickSpans(text);
        return spans.every((span) => text.includes(`\`${span}\``)) && (text.includes('`') || spans.length === 0);
      }),
    );
  });
});
