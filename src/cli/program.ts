import { Command, type Option } from 'commander';
import { type Host, processHost } from '../app/surroundings.ts';
import { didYouMean } from '../shared/did-you-mean.ts';
import { version } from '../shared/package.ts';
import { stripControls } from '../shared/terminal.ts';
import { declareAgents } from './agents/command.ts';
import { declareBacktest } from './backtest/command.ts';
import { declareCapture } from './capture/command.ts';
import { declareCases } from './cases/command.ts';
import { declareCheck } from './check/command.ts';
import { declareConsult } from './consult/command.ts';
import { declareDebug } from './debug/command.ts';
import { declareDemo } from './demo/command.ts';
import { declareDoctor } from './doctor/command.ts';
import { declareHeal } from './heal/command.ts';
import { declareImport } from './import/command.ts';
import { declareInit } from './init/command.ts';
import { declareInstall } from './install/command.ts';
import { declareUninstall } from './install/uninstall.ts';
import { declareConfirm } from './judge/confirm.ts';
import { declareReject } from './judge/reject.ts';
import { declareRestore } from './judge/restore.ts';
import { declareLearn } from './learn/command.ts';
import { declareLearnFix } from './learn-fix/command.ts';
import { declareMatch } from './match/command.ts';
import { declareMcp } from './mcp/command.ts';
import { declareMemory } from './memory/command.ts';
import { declareMerge } from './merge/command.ts';
import { declareProjects } from './projects/command.ts';
import { declarePromote } from './promote/command.ts';
import { declarePropose } from './propose/command.ts';
import { declareRecipe } from './recipe/command.ts';
import { declareReport } from './report/command.ts';
import { declareReportFailure } from './report-failure/command.ts';
import { declareResolve } from './resolve/command.ts';
import { declareReview } from './review/command.ts';
import { declareRun } from './run/command.ts';
import { declareShare } from './share/command.ts';
import { declareUnshare } from './share/unshare.ts';
import { declareStats } from './stats/command.ts';
import { declareSync } from './sync/command.ts';
import { declareTeam } from './team/command.ts';
import { declareTidy } from './tidy/command.ts';
import { declareUi } from './ui/command.ts';
import { declareUndo } from './undo/command.ts';
import { declareWhy } from './why/command.ts';

/** Adds a command to the program. It loads the command's implementation only when it is called. */
type Declare = (program: Command, here: Host) => void;

/** Every command by its name, in the groups and the order of `hardwon --help`: add yours here. */
const groups: Readonly<Record<string, Readonly<Record<string, Declare>>>> = {
  'Every day': {
    learn: declareLearn,
    cases: declareCases,
    propose: declarePropose,
    why: declareWhy,
    undo: declareUndo,
    install: declareInstall,
    ui: declareUi,
    run: declareRun,
    doctor: declareDoctor,
  },
  'Set up': {
    init: declareInit,
    demo: declareDemo,
    agents: declareAgents,
    projects: declareProjects,
    mcp: declareMcp,
    uninstall: declareUninstall,
  },
  Lessons: {
    consult: declareConsult,
    capture: declareCapture,
    'report-failure': declareReportFailure,
    review: declareReview,
    confirm: declareConfirm,
    reject: declareReject,
    restore: declareRestore,
    resolve: declareResolve,
    merge: declareMerge,
  },
  Memory: {
    memory: declareMemory,
    tidy: declareTidy,
    promote: declarePromote,
    share: declareShare,
    unshare: declareUnshare,
    import: declareImport,
  },
  Team: {
    sync: declareSync,
    team: declareTeam,
  },
  Figures: {
    stats: declareStats,
    backtest: declareBacktest,
    report: declareReport,
    match: declareMatch,
  },
  'Tool errors': {
    check: declareCheck,
    'learn-fix': declareLearnFix,
    debug: declareDebug,
    heal: declareHeal,
    recipe: declareRecipe,
  },
};

/** Runs the command that a command line asks for. */
export async function runCommand(words: readonly string[], here: Host): Promise<void> {
  const [first = ''] = words;
  const isCommand = Object.values(groups).some((commands) => Object.hasOwn(commands, first));
  const program = buildProgram(here, isCommand ? first : undefined);
  refuseUnknownCommand(program, words);
  await program.parseAsync(words, { from: 'user' });
}

/**
 * Builds the command line interface; docs/commands.md is generated from it, too. With `only`, it has that command alone: declaring
 * all of them takes longer than a bare start of `hardwon` should.
 */
export function buildProgram(here: Host = processHost(), only?: string): Command {
  const program = new Command('hardwon')
    .description(
      'The lessons your coding agents paid for: finds what failed in past sessions and what fixed it, and tells the agents.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpCommand(makeHelpCommand().helpGroup('Set up:'))
    .showSuggestionAfterError()
    .configureHelp({ sortSubcommands: false, optionDescription: describeOption })
    .exitOverride();
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(`${heading}:`);
    for (const [name, declare] of Object.entries(commands))
      if (only === undefined || name === only) declare(program, here);
  }
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  for (const command of commands) {
    command.exitOverride();
    if (command.commands.length > 0) command.addHelpCommand(makeHelpCommand());
  }
  for (const command of [program, ...commands]) tellMistakes(command, here);
  program.addHelpText(
    'after',
    '\nStart with:\n  $ hardwon                see what there is to do in this project (--json)\n  $ hardwon init           set it up, step by step\n  $ hardwon demo           try it on bundled example sessions',
  );
  return program;
}

function makeHelpCommand(): Command {
  return new Command('help').argument('[command]').helpOption(false).description('show help for a command');
}

/** Returns the description of an option, the values it takes, and its default. */
function describeOption({ description, argChoices, defaultValue, negate }: Option): string {
  const [, what = '', told] = /^(.*?)( \(default: .*\))?$/s.exec(description) ?? [];
  const choices = argChoices ? `: ${listChoices(argChoices)}` : '';
  const isSaid = told !== undefined || defaultValue === undefined || negate;
  return `${what}${choices}${isSaid ? (told ?? '') : ` (default: ${defaultValue})`}`;
}

function listChoices(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}

/** Reports an error in the options on two lines: the error, then a suggestion or where to find the options. */
function tellMistakes(command: Command, { stdout, stderr }: Host): void {
  const names = [command.parent?.parent, command.parent, command].flatMap((each) => (each ? [each.name()] : []));
  const name = names.join(' ');
  command.configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    outputError(text, write) {
      const [what = '', meant] = stripControls(text).trim().split('\n');
      const wrong = describeWrongChoice(what);
      const told = wrong?.says ?? what.replace(/^error: /, '');
      const hint =
        wrong?.hint ?? meant?.replace(/^\((.*)\)$/, '$1') ?? `${name} --help shows the options and an example.`;
      write(`hardwon: ${told}\n  ${hint}\n`);
    },
  });
}

/** Words commander's error about a value that is not in a list of choices: what was given, and what can be. */
function describeWrongChoice(text: string): { says: string; hint: string } | undefined {
  const [, option, given = '', list] =
    /^error: option '(\S+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/.exec(text) ?? [];
  if (list === undefined) return undefined;
  const choices = list.split(', ');
  const near = didYouMean(given, choices);
  return {
    says: `${option} cannot be '${given}'.`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}It can be ${listChoices(choices)}.`,
  };
}

/**
 * Refuses an unknown command. Commander would answer `help nope` and `nope --help` with the help of the whole program, and treat
 * the word in `memory nope` as a surplus argument of `memory list`.
 */
function refuseUnknownCommand(program: Command, words: readonly string[]): void {
  let command = program;
  for (const word of words) {
    if (word.startsWith('-') || command.commands.length === 0) return;
    if (word === 'help') continue;
    const next = command.commands.find((each) => each.name() === word);
    if (!next) refuse(command, word);
    command = next;
  }
}

function refuse(command: Command, word: string): never {
  const names = command.commands.map((each) => each.name());
  const meant = didYouMean(word, names);
  return command.error(`error: unknown command '${word}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`);
}
