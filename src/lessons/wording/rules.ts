import { escapeGlob } from '../triggers/glob.ts';
import { splitWords } from '../triggers/rule.ts';

/**
 * The rule for a command as a lesson quotes it: `npm run lint --fix` is `Bash(npm run lint * --fix *)`. Flags may stand anywhere behind
 * the words in front; a runner in front of a bare program (`npx`, `uv run`) is let through.
 */
export function commandRule(quoted: string, options: { anyRunner?: boolean } = {}): string {
  const words = splitWords(quoted).map(escapeGlob);
  const spread = words.flatMap((word, index) => (index > 0 && word.startsWith('-') ? ['*', word] : [word]));
  return `Bash(${[...(options.anyRunner ? ['*'] : []), ...spread, '*'].join(' ')})`;
}

/** The rule for what a command does, without values: `python seed.py` is any call of a `seed.py`, wherever it lies. */
export function signatureRule(signature: string, { anyRunner = true }: { anyRunner?: boolean } = {}): string {
  const words = splitWords(signature).map((word) => {
    const plain = escapeGlob(word);
    // A script of the project is called by its path: `./gradlew`, `python scripts/seed.py`.
    return /^(?:[\w-]+\.\w{1,5}|gradlew|mvnw)$/.test(word) ? `{,*/}${plain}` : plain;
  });
  return `Bash(${[...(anyRunner ? ['*'] : []), ...words, '*'].join(' ')})`;
}

/** One of several texts, as a part of a word or path. */
export function oneOf(texts: readonly string[]): string {
  const plain = texts.map(escapeGlob);
  return plain.length === 1 ? (plain[0] ?? '') : `{${plain.join(',')}}`;
}

/** That a flag is not there, with any value: `without -tags*`. */
export function withoutFlag(flag: string): string {
  const [name = flag] = flag.split(/[= ]/, 1);
  return `without ${escapeGlob(name)}${name.length > 2 ? '{,=*}' : '*'}`;
}

/** Files that a formatter or linter is about, by the first word that says so. */
export function filesOf(command: string): string {
  for (const word of splitWords(command)) {
    const files = filesByProgram.get(word.slice(word.lastIndexOf('/') + 1));
    if (files !== undefined) return files;
  }
  return '**';
}

const filesByProgram: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '**/*.go': 'gofmt goimports gofumpt golangci-lint go',
    '**/*.rs': 'cargo rustfmt',
    '**/*.{py,pyi}': 'black isort ruff flake8 mypy',
    '**/*.{js,jsx,ts,tsx,mjs,cjs,mts,cts,vue,svelte}': 'eslint tsc xo standard',
    '**/*.rb': 'rubocop standardrb',
    '**/*.swift': 'swiftformat swiftlint',
    '**/*.{sh,bash}': 'shfmt shellcheck',
    '**/*.{c,h,cc,cpp,hpp}': 'clang-format',
  }).flatMap(([files, programs]) => programs.split(' ').map((program) => [program, files] as const)),
);
