import { type ClaimGroup, groupClaims } from '../claim-group.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import {
  code,
  derive,
  fixed,
  listWords,
  plainAmount,
  type Quotable,
  quotable,
  quotableName,
  quotablePath,
  quote,
  say,
  times,
} from '../quotable.ts';
import { wordChoices, wordShape } from './arguments.ts';
import { wordFields } from './flags.ts';
import { asGlob, commandRule, oneOf, oneOfGlobs, signatureRule } from './rules.ts';
import { reasonOf, wordRuntime } from './runtimes.ts';

/** Words the lesson about another runner: `uv run python`, not `python3`. */
export const wordRunner: Wording = (group) => {
  const wrong = quotable(first(group).wrong, 60);
  const right = quotable(group.rights[0], 60);
  if (!wrong || !right) return undefined;
  if (first(group).facts?.through !== undefined) return wordThrough(group, right);
  if (first(group).facts?.cause === 'wrong-manager' && !right.includes(' ')) return wordManager(group, right);
  if (first(group).facts?.cause === 'wrong-runtime') return wordRuntime(group, wrong, right);
  const modules = named(group);
  const missing = first(group).facts?.cause === 'command-not-found';
  const reason = missing
    ? say`${code(wrong)} is not found`
    : say`${code(wrong)} lacks ${modules.length ? listWords(modules.map(code)) : 'the modules'}`;
  return {
    kind: 'environment',
    reach: missing && !right.includes(' ') ? 'machine' : 'project',
    title: say`Use ${code(right)}, not ${code(wrong)}`,
    guidance: say`Run ${code(right)} instead of ${code(wrong)}: ${reason} here.`,
    against: [wrong, ...modules],
    pattern: say`${code(wrong)} failed ${times(group.occurrences)} and ${code(right)} then worked.`,
    scope: [],
    rule: quote`Bash(${asGlob(wrong)} *)`,
    exchange: { wrong, right },
  };
};

/** Words the lesson about a runner that starts all tools of the project. */
function wordThrough(group: ClaimGroup, right: Quotable): LessonWords | undefined {
  const counts = [...groupClaims(group.claims, ({ wrong }) => wrong)].sort((a, b) => b[1].length - a[1].length);
  const tools = counts.flatMap(([name]) => quotableName(name, 40) ?? []).slice(0, 6);
  const runner = quotableName(first(group).facts?.through, 40);
  if (!runner || tools.length < 2) return undefined;
  return {
    kind: 'environment',
    reach: 'project',
    title: say`Run ${listWords(tools.map(code))} through ${code(runner)}`,
    guidance: say`Run ${code(quote`${right} …`)}, and ${listWords(tools.filter((tool) => !right.endsWith(` ${tool}`)).map(code))} the same way: none of them is on the PATH.`,
    against: tools,
    pattern: say`${listWords(tools.map(code))} were not found ${times(group.occurrences)} and then worked through ${code(runner)}.`,
    scope: [],
    rule: quote`Bash(${oneOf(tools)} *)`,
  };
}

/** Words the lesson about the package manager that the project wants. */
function wordManager(group: ClaimGroup, right: Quotable): LessonWords | undefined {
  const names = group.claims.flatMap((claim) => quotableName(claim.wrong, 60) ?? []);
  const wrong = [...new Set(names)].filter((name) => name !== right);
  if (wrong.length === 0) return undefined;
  return {
    kind: 'environment',
    reach: 'project',
    title: say`Use ${code(right)}, not ${listWords(wrong.map(code), 'or')}`,
    guidance: say`Install and run scripts with ${code(right)}: the project refuses ${listWords(wrong.map(code), 'and')}.`,
    against: wrong,
    pattern: say`${listWords(wrong.map(code), 'and')} refused ${times(group.occurrences)}.`,
    scope: [],
    rule: quote`Bash(${oneOfGlobs(wrong)} {install,i,ci,add,remove,run} *)`,
  };
}

/** Words the lesson about a script, task or subcommand that does not exist. */
export const wordScript: Wording = (group) => {
  const { facts } = first(group);
  const wrong = quotable(first(group).wrong, 60);
  const program = quotable(facts?.program, 40);
  if (!wrong || !program) return undefined;
  const right = quotable(group.rights[0], 80);
  const isScript = facts?.cause === 'script-missing';
  const thing = isScript ? 'script or target' : 'sub-command';
  return {
    kind: 'command',
    reach: isScript ? 'project' : 'general',
    against: [wrong],
    lacks: right ? undefined : ('action' as const),
    title: right
      ? say`${code(program)} has no ${code(wrong)}: use ${code(right)}`
      : say`${code(program)} has no ${code(wrong)} ${thing}`,
    guidance: right
      ? say`Use ${code(right)}: ${code(program)} has no ${thing} ${code(wrong)}.`
      : say`There is no ${thing} ${code(wrong)} for ${code(program)}: list what exists before calling one.`,
    pattern: say`${code(program)} did not know ${code(wrong)} ${times(group.occurrences)}.`,
    scope: [],
    rule: quote`Bash(${runnerOf(group, program)}${asGlob(program)} * ${asGlob(wrong)} *)`,
  };
};

/** Words the lesson about a value that is different here. */
export const wordValue: Wording = (group, history) => {
  const tool = quotable(first(group).facts?.tool, 60);
  if (first(group).facts?.field !== undefined) return wordFields(group, history);
  if (first(group).facts?.choices !== undefined) return wordChoices(group);
  if (first(group).facts?.shape !== undefined) return wordShape(group);
  const wrong = quotable(first(group).wrong, 80);
  const right = quotable(group.rights[0], 80);
  if (!tool || !wrong || !right) return undefined;
  return {
    kind: 'command',
    reach: 'project',
    title: say`${code(tool)}: ${code(right)}, not ${code(wrong)}`,
    guidance: say`Use ${code(right)} with ${code(tool)}; there is no ${code(wrong)}.`,
    against: [wrong],
    pattern: say`${code(wrong)} was not known ${times(group.occurrences)}, ${code(right)} then worked.`,
    scope: [],
    rule: quote`Bash(${runnerOf(group, tool)}${asGlob(tool)} * ${asGlob(wrong)} *)`,
  };
};

/** Words the lesson about a variable that has to be set. */
export const wordVariable: Wording = (group) => {
  const tool = quotable(first(group).facts?.tool, 60);
  const typed = quotable(group.rights[0], 120);
  if (!tool || !typed) return undefined;
  // A redacted value cannot be copied: the name is the lesson.
  const name = derive(typed, (text) => text.split('=', 1)[0] ?? text);
  const setting = typed.includes('[redacted') ? name : typed;
  const reason = reasonOf(first(group), tool) ?? fixed('it fails without the variable');
  return {
    kind: 'environment',
    reach: /[\\/]|localhost|127\.0\.0\.1/.test(setting) ? 'machine' : 'project',
    title: say`Set ${code(setting)} for ${code(tool)}`,
    guidance: setting.includes('=')
      ? say`Run ${code(quote`${setting} ${tool} …`)}: ${reason}.`
      : say`Set ${code(setting)} before running ${code(tool)}: ${reason}.`,
    pattern: say`${code(tool)} failed ${times(group.occurrences)} and worked with ${code(setting)} in front.`,
    scope: [],
    rule: commandRule(tool),
    when: quote`without ${asGlob(name)}=*`,
  };
};

/** Words the lesson about something that has to run first. */
export const wordPrerequisite: Wording = (group) => {
  const commands = new Set(group.claims.map((claim) => claim.facts?.command));
  // If it is the same call each time, quote it in full, because another call of the program may need no preparation.
  const run = quotable(commands.size === 1 ? first(group).facts?.command : first(group).facts?.run, 80);
  const before = quotable(group.rights[0], 120) ?? quotable(first(group).facts?.first, 80);
  if (!run || !before) return undefined;
  const reason = reasonOf(first(group), run) ?? fixed('it fails without it');
  return {
    kind: 'prerequisite',
    reach: 'project',
    title: say`Run ${code(before)} before ${code(run)}`,
    guidance: say`Run ${code(before)} before ${code(run)}: ${reason}.`,
    pattern: say`${code(run)} failed ${times(group.occurrences)} until ${code(before)} had run.`,
    scope: [],
    ...preparedTrigger(commands.size === 1 ? run : quotable(first(group).wrong), first(group).facts?.first),
  };
};

/**
 * Returns a trigger for the command while its preparation has not run: if it then mostly works, the preparation was needed on one
 * day only.
 */
function preparedTrigger(run: Quotable | undefined, first: string | undefined): Pick<LessonWords, 'rule' | 'when'> {
  const before = quotable(first, 80);
  if (!run) return {};
  const behind = /^cd ([\w./-]+) && (.+)$/.exec(run);
  const folder = quotable(behind?.[1]);
  const rest = quotable(behind?.[2]) ?? run;
  if (!before || /[()]|&&|[;|]/.test(rest + before)) return {};
  const place = folder === undefined ? '' : quote`cwd is ${folder} and `;
  return { rule: quote`Bash(${asGlob(rest)} *)`, when: quote`${place}${signatureRule(before)} has not run` };
}

/** Words the lesson about slow commands. */
export const wordTimeout: Wording = (group) => {
  const run = quotable(first(group).wrong, 80);
  if (!run) return undefined;
  const right = group.rights[0];
  // A command that ran into the limit would not necessarily have ended.
  if (right === undefined) return undefined;
  const limit = plainAmount(
    named(group)[0]?.replace(/^(\d+)m 0s$/, (_, count) => `${count} minute${count === '1' ? '' : 's'}`),
  );
  const minutes = right && right !== 'background' ? Math.ceil(Number(right) / 60_000) : undefined;
  const how =
    right === 'background'
      ? 'run it in the background'
      : minutes
        ? say`give it ${minutes} minutes`
        : 'give it a longer timeout, or run it in the background';
  return {
    kind: 'command',
    reach: 'project',
    title: say`${code(run)} is slow: ${how}`,
    guidance: say`${code(run)} does not finish${limit ? say` within ${limit}` : ''}: ${how}.`,
    pattern: say`${code(run)} ran into the time limit ${times(group.occurrences)}.`,
    scope: [],
    // A runner in front (`pnpm exec`) is not part of the action of the command.
    rule: commandRule(run, { anyRunner: runnerOf(group, run) !== '' }),
    when: quote`time limit below ${minutes ? minutes * 60 : 600} s`,
  };
};

/** Words the lesson about failures that pass by themselves. */
export const wordTransient: Wording = (group) => {
  const run = quotable(first(group).wrong, 80);
  if (!run) return undefined;
  return {
    kind: 'retry',
    reach: 'machine',
    title: say`Retry ${code(run)} once: it fails now and then`,
    guidance: say`When ${code(run)} fails because of the network or a lock, retry it once before you change anything.`,
    pattern: say`${code(run)} failed ${times(group.occurrences)} and then worked unchanged.`,
    scope: [],
  };
};

/** Words the lesson about a command that belongs in one folder, or a shell left in another. */
export const wordDirectory: Wording = (group, history) => {
  const { facts } = first(group);
  if (facts?.shape === 'stale-directory') {
    const folder = quotablePath(mostCommon(group.claims.map((claim) => claim.wrong)), 100);
    const example = folder ? say` (here: ${code(quote`cd ${folder}`)})` : '';
    return {
      kind: 'command',
      reach: 'general',
      title: fixed('Stay in the root: the shell keeps the directory of an earlier `cd`'),
      guidance: say`Stay in the repository's root, or use absolute paths: the shell keeps the directory of an earlier ${code('cd')}${example}, where relative paths fail.`,
      pattern: say`A path relative to the root was used ${times(group.occurrences)} while the shell was in a sub-folder.`,
      scope: [],
      ...fromRoot(history.foldersIn('', 24).flatMap((folder) => quotablePath(folder, 100) ?? [])),
      oftenWorks: true,
    };
  }
  if (facts?.shape === 'behind-cd') {
    const folder = quotablePath(mostCommon(group.claims.map((claim) => claim.wrong)), 100);
    const example = folder ? say` (here: ${code(quote`cd ${folder} && …`)})` : '';
    return {
      kind: 'command',
      reach: 'general',
      title: fixed('Paths from the root fail after a `cd` in the same call'),
      guidance: say`Leave out ${code('cd')}, or give paths relative to the folder it enters${example}: paths from the repository's root fail there.`,
      pattern: say`A path seen from the root was used ${times(group.occurrences)} behind a ${code('cd')}.`,
      scope: [],
      ...fromRoot(history.foldersIn('', 24).flatMap((one) => quotablePath(one, 100) ?? [])),
      oftenWorks: true,
    };
  }
  const run = quotable(facts?.run, 80);
  const right = quotablePath(group.rights[0], 100);
  if (!run || (group.rights[0] && !right)) return undefined;
  const folder = right ? code(right) : "the repository's root";
  return {
    kind: 'command',
    reach: 'project',
    title: say`Run ${code(run)} in ${folder}`,
    guidance: say`Run ${code(run)} in ${folder}: it only works there.`,
    pattern: say`${code(run)} failed ${times(group.occurrences)} elsewhere and worked in ${folder}.`,
    scope: right ? [right] : [],
    rule: signatureRule(run, { anyRunner: runnerOf(group, run) !== '' }),
    when: quote`cwd is not ${right ?? '.'}`,
  };
};

/** Returns a trigger for a path that begins with a folder of the root, used anywhere but in the root. */
function fromRoot(folders: readonly Quotable[]): Pick<LessonWords, 'rule' | 'when'> {
  return folders.length === 0 ? {} : { rule: quote`Bash(* {,./}${oneOf(folders)}/* *)`, when: quote`cwd below .` };
}

/** Returns `* ` if a runner was in front (`uv run`, `npx`) that the rule does not name: it is not part of the mistake. */
function runnerOf(group: ClaimGroup, head: string): '* ' | '' {
  const [word] = head.split(' ', 1);
  return group.claims.some(({ failure: { command } }) => command?.runner.length && command.runner[0] !== word)
    ? '* '
    : '';
}

function first(group: ClaimGroup) {
  const claim = group.claims.at(-1);
  if (!claim) throw new Error('a group of claims is never empty');
  return claim;
}

/** Returns the distinct things that the errors named, if they are plain names. */
function named(group: ClaimGroup): Quotable[] {
  const names = group.claims
    .flatMap((claim) => quotable(claim.because, 40) ?? [])
    .filter((name) => /^[\w@./ -]+$/.test(name));
  return [...new Set(names)].slice(0, 3);
}

function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
