import type { LoadedConfig, ToolConfig } from '../config/config.ts';
import { tellIgnored } from '../config/trust.ts';
import { didYouMean } from '../shared/did-you-mean.ts';
import { AppError } from '../shared/errors.ts';
import { programName } from '../shared/program-name.ts';

/** A command that the configuration lets agents run. */
export interface ChosenTool {
  /** Its name in the configuration. */
  name: string;
  /** Words that are run as they are, or one text for the shell. */
  command: string | readonly string[];
  /** The program, by its usual name: a remedy may be enabled for it. */
  program: string;
  timeoutMs: number;
}

const TIMEOUT = 120;

/**
 * Returns the command of a tool named in the configuration, with the words that an agent adds, if its entry allows them. They are
 * separate arguments and never reach a shell.
 */
export function chooseTool(
  name: string,
  words: readonly string[],
  { tools = {}, ignored }: Pick<LoadedConfig, 'tools' | 'ignored'>,
  platform: NodeJS.Platform = process.platform,
): ChosenTool {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined) throw unknownTool(name, Object.keys(tools), ignored);
  if (words.length > 0) refuseWords(name, words, tool, platform);
  const command = typeof tool.run === 'string' ? tool.run : [...tool.run, ...words];
  const first = typeof tool.run === 'string' ? (/^\s*(\S+)/.exec(tool.run)?.[1] ?? name) : (tool.run[0] ?? name);
  return { name, command, program: programName(first), timeoutMs: (tool.timeout ?? TIMEOUT) * 1000 };
}

function unknownTool(name: string, known: readonly string[], ignored: LoadedConfig['ignored']): AppError {
  const near = didYouMean(name, known);
  const hint = ignored?.untrusted.includes('tools')
    ? tellIgnored(ignored).join(' ')
    : near
      ? `Did you mean ${near}?`
      : known.length > 0
        ? `Named are: ${known.join(', ')}.`
        : 'The user can name some under "tools" in the configuration; no other command is run.';
  return new AppError('not-found', `The configuration names no tool ${name}.`, { hint });
}

function refuseWords(
  name: string,
  words: readonly string[],
  { run, arguments: allowed = false }: ToolConfig,
  platform: string,
): void {
  if (allowed === false || typeof run === 'string')
    throw new AppError('usage', `${name} takes no arguments.`, {
      hint: 'Its entry in the configuration would have to allow them.',
    });
  if (Array.isArray(allowed)) {
    const wrong = words.find((word) => !allowed.includes(word));
    if (wrong !== undefined)
      throw new AppError('usage', `${name} does not take ${wrong}.`, { hint: `It takes ${allowed.join(', ')}.` });
    return;
  }
  if (words.some((word) => word.includes('\0')))
    throw new AppError('usage', 'An argument contains a NUL character.', { hint: 'Remove it from the argument.' });
  // On Windows, programs may be scripts, which only a shell can start: no character with a meaning to the shell gets through.
  const active = platform === 'win32' ? words.find((word) => !/^[\w@./\\:=,+ -]*$/.test(word)) : undefined;
  if (active !== undefined)
    throw new AppError('usage', `On Windows an argument must not contain the characters of ${active}.`, {
      hint: 'Allowed are letters, digits, spaces and @ . / \\ : = , + -',
    });
}
