import { type Names, readLiteral, skipSpace } from './literal.ts';

/** A call that a code-mode script makes. */
export interface NestedCall {
  /** The tool's name: `exec_command`, `mcp__tides__get`. */
  name: string;
  /** Its first argument, as far as the script contains it as a literal. */
  args: unknown;
}

/** Facts about a script that are known without running it. */
export interface Script {
  calls: NestedCall[];
  /** Whether the calls run one after the other. */
  isSequential: boolean;
  /** Whether it may print how its commands ended. */
  tellsStatus: boolean;
}

/** A script with more calls is a program whose calls cannot be told apart. */
const MOST_CALLS = 32;
const LONGEST_SCRIPT = 1 << 18;

/** Reads the tool calls in a script, in the order in which they are written. */
export function readScript(source: string): Script {
  const calls: NestedCall[] = [];
  if (source.length > LONGEST_SCRIPT) return { calls, isSequential: false, tellsStatus: false };
  const names = readNames(source);
  const pattern = /\btools\.(\w+)\s{0,20}\(/g;
  for (let found = pattern.exec(source); found !== null && calls.length < MOST_CALLS; found = pattern.exec(source)) {
    const start = skipSpace(source, pattern.lastIndex);
    const { value, end } = readLiteral(source, start, names);
    calls.push({ name: found[1] ?? '', args: value });
    // Everything inside the arguments is text, even if it looks like a call.
    pattern.lastIndex = Math.max(pattern.lastIndex, end);
  }
  const isSequential = !/\bPromise\.(?:all|race|any)|\.map\(|\bfor\b|\bwhile\b/.test(source);
  return { calls, isSequential, tellsStatus: /\bexit_code\b/.test(source) };
}

/** Reads the strings to which the script gives a name: `const cmd = "..."`. */
function readNames(source: string): Names {
  const names = new Map<string, string>();
  const pattern = /\b(?:const|let|var)\s{1,20}(\w+)\s{0,20}=\s{0,20}(?=["'`[]|String\.raw)/g;
  for (let found = pattern.exec(source); found !== null && names.size < MOST_CALLS; found = pattern.exec(source)) {
    const { value, end } = readLiteral(source, pattern.lastIndex, names);
    if (typeof value === 'string' && found[1] !== undefined) names.set(found[1], value);
    pattern.lastIndex = Math.max(pattern.lastIndex, end);
  }
  return names;
}
