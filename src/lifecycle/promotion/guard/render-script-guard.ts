import type { TestStyle } from '../../../programs/test-style.ts';
import { toJsLiteral } from '../code-literal.ts';
import type { LessonText } from '../lesson-text.ts';
import { describeClaim, type Guard, type GuardClaim } from './claims.ts';
import type { Framework } from './frameworks.ts';

/** The module style of the existing tests. */
interface ScriptStyle extends Pick<TestStyle, 'name' | 'module'> {
  /** Whether to use `import` rather than `require`. */
  isEsm: boolean;
  /** Whether to use `import.meta.url` rather than `__dirname`. */
  usesMeta: boolean;
}

/**
 * Renders a test in JavaScript or TypeScript. Its tests are named after what they check; the unchecked rest of the lesson is a
 * pending test. `up` leads from its folder to the root.
 */
export function renderScriptGuard(
  { text, claims, isPending }: Guard,
  { name, module, isEsm, usesMeta }: ScriptStyle,
  up: string,
): string {
  const load = (names: readonly string[], from: string | undefined) => {
    if (names.length === 0 || from === undefined) return '';
    return isEsm
      ? `import { ${names.join(', ')} } from '${from}';\n`
      : `const { ${names.join(', ')} } = require('${from}');\n`;
  };
  const needs = (kinds: readonly GuardClaim['kind'][]) => claims.some(({ kind }) => kinds.includes(kind));
  const files = [...(needs(['exists', 'missing']) ? ['existsSync'] : []), ...(needs(['line']) ? ['readFileSync'] : [])];
  const hasClaims = claims.length > 0;
  const imports = [
    load(hasClaims ? ['ok'] : [], 'node:assert/strict'),
    load(files, 'node:fs'),
    load(hasClaims ? ['join'] : [], 'node:path'),
    load(['it'], module),
    load(hasClaims && usesMeta ? ['fileURLToPath'] : [], 'node:url'),
  ].join('');
  const root = usesMeta ? `fileURLToPath(new URL('${up}', import.meta.url))` : `join(__dirname, '${up}')`;
  const parts = [
    `// Written by \`hardwon promote ${text.id}\`. It is yours now: change it as you like.
// What a test checks is in its name; what is not checked yet is pending.
${imports}`,
    ...(hasClaims ? [`const root = ${root};\n`] : []),
    `const lesson = ${toJsLiteral(pickWords(text), 2)};\n`,
    ...claims.map((claim) => renderTest(text.id, claim)),
    // In Mocha, a test without a function is pending.
    ...(isPending ? [`${name === 'mocha' ? 'it' : 'it.todo'}(lesson.id + ': ' + lesson.wanted);\n`] : []),
  ];
  return parts.join('\n');
}

/** Derives the style from a framework and one of its tests. */
export function findScriptStyle({ style, suffix, isModule }: Framework, sample: string | undefined): ScriptStyle {
  const { name, module } = style;
  const isNative = isModule || name === 'vitest' || name === 'bun' || /\.m[jt]s$/.test(suffix);
  const isEsm = !/\.c[jt]s$/.test(suffix) && (isNative || suffix.endsWith('ts') || /^import /m.test(sample ?? ''));
  return { name, ...(module === undefined ? {} : { module }), isEsm, usesMeta: isEsm && isNative };
}

function renderTest(id: string, claim: GuardClaim): string {
  const file = `join(root, ${toJsLiteral(claim.path)})`;
  const check =
    claim.kind === 'line'
      ? `readFileSync(${file}, 'utf8').split('\\n').some((line) => line.trimStart().startsWith(${toJsLiteral(claim.start)}))`
      : `${claim.kind === 'missing' ? '!' : ''}existsSync(${file})`;
  return `it(${toJsLiteral(`${id}: ${describeClaim(claim)}`)}, () => {
  ok(${check}, lesson.wanted);
});
`;
}

/** Picks the lesson's words for a test: the failing case, and the wanted behaviour. */
function pickWords({ id, title, pattern, guidance, trigger }: LessonText): Record<string, string> {
  return { id, title, failing: pattern, wanted: guidance, ...(trigger === undefined ? {} : { call: trigger }) };
}
