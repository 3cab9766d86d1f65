import { toJsLiteral } from '../code-literal.ts';
import type { LessonText } from '../lesson-text.ts';
import { describeClaim, type Guard, type GuardClaim } from './claims.ts';
import type { Framework } from './frameworks.ts';

/** How modules are written in the tests that are there. */
export interface ScriptStyle extends Pick<Framework, 'name'> {
  /** `import` rather than `require`. */
  isEsm: boolean;
  /** `import.meta.url` rather than `__dirname`. */
  usesMeta: boolean;
}

/**
 * A test in JavaScript or TypeScript. Its tests are named after what they check; what of the lesson is not checked is a pending test.
 * `up` leads from its folder to the root.
 */
export function renderScriptGuard(
  { text, claims, isPending }: Guard,
  { name, isEsm, usesMeta }: ScriptStyle,
  up: string,
): string {
  const load = (names: readonly string[], from: string | undefined) => {
    if (names.length === 0 || from === undefined) return '';
    return isEsm ? `import { ${names.join(', ')} } from '${from}';\n` : `const { ${names.join(', ')} } = require('${from}');\n`;
  };
  const needs = (kinds: readonly GuardClaim['kind'][]) => claims.some(({ kind }) => kinds.includes(kind));
  const files = [...(needs(['exists', 'missing']) ? ['existsSync'] : []), ...(needs(['line']) ? ['readFileSync'] : [])];
  const hasClaims = claims.length > 0;
  const imports = [
    load(hasClaims ? ['ok'] : [], 'node:assert/strict'),
    load(files, 'node:fs'),
    load(hasClaims ? ['join'] : [], 'node:path'),
    load(['it'], RUNNERS[name]),
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
    // Without a function, a test of Mocha is pending.
    ...(isPending ? [`${name === 'mocha' ? 'it' : 'it.todo'}(lesson.id + ': ' + lesson.wanted);\n`] : []),
  ];
  return parts.join('\n');
}

/** Reads the style off a framework and one of its tests. */
export function findScriptStyle({ name, suffix, isModule }: Framework, sample: string | undefined): ScriptStyle {
  const isNative = isModule || name === 'vitest' || name === 'bun' || /\.m[jt]s$/.test(suffix);
  const isEsm = !/\.c[jt]s$/.test(suffix) && (isNative || suffix.endsWith('ts') || /^import /m.test(sample ?? ''));
  return { name, isEsm, usesMeta: isEsm && isNative };
}

/** What tests are imported from; the others put `it` where every file sees it. */
const RUNNERS: Partial<Record<Framework['name'], string>> = { vitest: 'vitest', bun: 'bun:test', node: 'node:test' };

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

/** What a test says of the lesson: the failing case, and what is wanted instead. */
function pickWords({ id, title, pattern, guidance, trigger }: LessonText): Record<string, string> {
  return { id, title, failing: pattern, wanted: guidance, ...(trigger === undefined ? {} : { call: trigger }) };
}
