import { programs } from '../../../programs/index.ts';
import { cutLocation, hasExtension, looksLikePath } from '../../../shared/path-shape.ts';
import { parseCommand } from '../../../shell/index.ts';

/** Something in the code base that a text names. */
export interface Name {
  /** The form for comparison: without backticks, `./`, a trailing slash or line number, and redundant spaces. */
  text: string;
  kind: 'path' | 'command' | 'identifier';
  /** Its offset in the text. */
  at: number;
  end: number;
}

/**
 * Finds the names in a text: everything in backticks, and outside them only what is clearly a path, a command, a flag, a variable
 * or a member. "and/or", "make sure" and "Node.js" are not names.
 */
export function findNames(text: string): Name[] {
  const names: Name[] = [];
  for (const match of text.matchAll(/`([^`]{1,200})`/g)) {
    const inner = tidy(match[1] ?? '');
    if (inner !== '')
      names.push({
        text: inner,
        kind: classify(match[1]?.trim() ?? ''),
        at: match.index,
        end: match.index + match[0].length,
      });
  }
  // Spaces in place of the code keep the offsets.
  const plain = text.replace(/`[^`]{0,200}`/g, (code) => ' '.repeat(code.length));
  for (const match of plain.matchAll(bareCommand())) add(names, match[0], 'command', match.index);
  for (const match of plain.matchAll(/[^\s,;()<>"“”]+/g)) {
    const word = match[0].replace(/[.:!?'’]+$/, '');
    const kind = classifyBare(word);
    if (kind) add(names, word, kind, match.index);
  }
  return names.sort((a, b) => a.at - b.at);
}

/** Returns the names alone, each once. */
export function nameSet(text: string): Set<string> {
  return new Set(findNames(text).map((name) => name.text));
}

function add(names: Name[], word: string, kind: Name['kind'], at: number): void {
  const end = at + word.length;
  // A path within a command that was found already is part of the command.
  if (names.some((known) => at < known.end && known.at < end)) return;
  names.push({ text: tidy(word), kind, at, end });
}

function tidy(text: string): string {
  const bare = text.replace(/\s+/g, ' ').trim();
  if (bare.includes(' ')) return bare;
  return cutLocation(bare)
    .replace(/^\.\//, '')
    .replace(/(?<=[^/])\/+$/, '');
}

function classify(text: string): Name['kind'] {
  if (!text.includes(' ')) return looksLikePath(text) || /[*?]/.test(text) ? 'path' : 'identifier';
  const { main } = parseCommand(text, 'posix');
  return main && /^[\w./@+-]+$/.test(main.program) ? 'command' : 'identifier';
}

function classifyBare(word: string): Name['kind'] | undefined {
  if (word.length > 200 || /^https?:/.test(word)) return undefined;
  if (/^--[a-z][\w-]+(?:=\S*)?$/.test(word) || /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(word)) return 'identifier';
  if (/^[a-z]\w*_\w+(?:\(\))?$/.test(word) || /^[a-z]+[A-Z]\w*(?:\(\))?$/.test(word) || /^\w+\(\)$/.test(word))
    return 'identifier';
  // Node.js and Vue.js are not files; neither is "e.g".
  if (/^[A-Z][a-z]+\.js$/.test(word) || BARE_FILES.test(word)) return BARE_FILES.test(word) ? 'path' : undefined;
  if (/^\*[\w.*-]*\.\w+$/.test(word) || (hasExtension(word) && looksLikePath(word))) return 'path';
  return word.includes('/') && isPathLike(word) ? 'path' : undefined;
}

const BARE_FILES =
  /^(?:Makefile|Dockerfile|Justfile|Procfile|Gemfile|Rakefile|CODEOWNERS|\.(?:env|gitignore|npmrc|nvmrc|editorconfig)(?:\.\w+)?)$/;

/** Whether a word is a path. A slash alone is not enough: "client/server" is not a path. */
function isPathLike(word: string): boolean {
  if (/[*{]/.test(word) || /^(?:\.{1,2}|~)?\/\w/.test(word)) return true;
  return looksLikePath(word) && (word.split('/').length > 2 || FOLDERS.test(word) || word.endsWith('/'));
}

const FOLDERS =
  /^(?:\.\w[\w-]*|src|lib|libs|tests?|spec|specs|app|apps|packages|pkg|internal|cmd|docs?|scripts?|bin|config|configs|server|web|api|tools?|examples?|public|assets|db|migrations|infra|deploy|dist|build|vendor|node_modules|modules|services|components|include|crates|proto|schemas?|e2e|fixtures)\//;

/** Commands of programs whose names are not English words, or are followed by something that only a command has. */
function bareCommand(): RegExp {
  made ??= new RegExp(
    `(?<![\\w./-])(?:(?:${[...namesOfNoWord(), ...OTHER_STARTS].join('|')}) (?:run |exec |-m )?[\\w:./@-]*[\\w/]|${namesWithVerbs().join('|')})(?![\\w-])`,
    'g',
  );
  return made;
}

let made: RegExp | undefined;

/** The longer ones first, so that `docker-compose` is not taken for `docker`. */
function namesOfNoWord(): string[] {
  const names = programs.filter(({ isNoWord }) => isNoWord === true).flatMap((program) => program.names.split(' '));
  return names.sort((a, b) => b.length - a.length).map((name) => name.replace(/[.+]/g, '\\$&'));
}

function namesWithVerbs(): string[] {
  return programs.flatMap(({ names, isNoWord }) => (isNoWord instanceof RegExp ? `${names} ${isNoWord.source}` : []));
}

const OTHER_STARTS = ['\\./gradlew', 'docker compose', 'bundle exec', 'python3'];
