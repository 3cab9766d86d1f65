import { describe, expect, it } from 'vitest';
import { programs } from '../../src/programs/index.ts';
import { familyOf, holdsFor, programOf } from '../../src/programs/lookup.ts';
import type { Program } from '../../src/programs/program.ts';
import { TEST_FRAMEWORKS } from '../../src/programs/test-runner.ts';
import { testRunners } from '../../src/programs/test-runners.ts';

const words = (text = '') => text.split(' ').filter((word) => word !== '');

describe('what is declared of programs', () => {
  it('names each program once', () => {
    const names = programs.flatMap((program) => [...words(program.names), ...words(program.aliases)]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
  });

  it('has flags where flags belong', () => {
    const problems = programs.flatMap((program) => flagLists(program).flatMap((list) => problemsOf(program, list)));
    expect(problems).toEqual([]);
  });

  it('speaks of subcommands only where there are some', () => {
    const facts = programs.flatMap((program) => subcommandsOf(program).map((entry) => ({ program, entry })));
    const dead = facts.filter(({ program, entry }) => program.subcommands === undefined || !isReadAs(program, entry));
    expect(dead.map(({ program, entry }) => `${program.names}: ${entry}`)).toEqual([]);
    expect(facts.length).toBeGreaterThan(500);
  });

  it('gives a program substitutes of its own, and says what is true of one name of one program alone', () => {
    const substitutes = programs.flatMap((program) => words(program.substitutes));
    expect(substitutes.filter((name, at) => substitutes.indexOf(name) !== at)).toEqual([]);
    const alone = programs.filter(
      ({ substitutes: others, wholePackages, managesPackageJson, isNoWord }) =>
        others || wholePackages || managesPackageJson || isNoWord instanceof RegExp,
    );
    expect(alone.filter(({ names }) => names.includes(' ')).map(({ names }) => names)).toEqual([]);
    expect(alone.length).toBeGreaterThan(10);
  });

  it('implies the program in its bypasses', () => {
    expect(programs.flatMap(({ bypasses = [] }) => bypasses).filter((rule) => rule.programs !== undefined)).toEqual([]);
  });
});

describe('patterns of programs', () => {
  const lines = programs.flatMap(({ names, causes = [], findings = [] }) =>
    [...causes, ...findings].map((rule) => ({ names, ...rule })),
  );

  it('hold the marker by which lines are found, as it is written', () => {
    expect(lines.filter(({ has }) => has.trim() === '' && has !== ' ').map(({ names }) => names)).toEqual([]);
    const kept = lines.filter(
      ({ has, line }) => /^[\w ]{6,}$/.test(has) && !line.source.includes(has.trim().slice(1, -1)),
    );
    // A marker may be a part that an alternative or a class of letters spells.
    expect(kept.filter(({ line }) => !/[|[?(]/.test(line.source)).map(({ has }) => has)).toEqual([]);
  });

  it('end on lines that are made to be slow', () => {
    const others = programs.flatMap(
      ({ obstacles = [], bypasses = [], outages = [], isNoWord, guardedInProse, wholePackages }) => [
        ...[...obstacles, ...outages.map(({ line }) => line)].map((line) => ({ has: '', line })),
        ...[isNoWord, guardedInProse, wholePackages?.error].flatMap((line) =>
          line instanceof RegExp ? [{ has: '', line }] : [],
        ),
        ...bypasses.flatMap(({ operand, env, flag }) =>
          [operand, env, flag].flatMap((line) => (line ? [{ has: '', line }] : [])),
        ),
      ],
    );
    for (const { has, line } of [...lines, ...others]) {
      for (const part of ['a', ' ', 'a/', 'a.b:', '-a ', '`a` ', '(a) [b] ', "'a' ", '1:']) {
        for (const text of [`${has}${part.repeat(500)}`, `${part.repeat(250)}${has}${part.repeat(250)}`])
          line.test(text.slice(0, 500));
      }
    }
    expect(lines.length).toBeGreaterThan(200);
  });

  it('are named once', () => {
    const ids = programs.flatMap(({ causes = [], bypasses = [], outages = [] }) =>
      [...causes, ...bypasses, ...outages].map(({ id }) => id),
    );
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(programs.filter(({ findings, names }) => findings && names.includes(' ')).map(({ names }) => names)).toEqual(
      [],
    );
  });
});

describe('runners of tests', () => {
  it('are one for each framework that a configuration can name', () => {
    const frameworks = testRunners.map(({ framework }) => framework).filter((framework) => framework !== 'exit-code');
    expect([...frameworks, 'exit-code'].sort()).toEqual([...TEST_FRAMEWORKS].sort());
  });

  it('say how they end where their results have no reader', () => {
    expect(testRunners.filter(({ framework, ends }) => (framework === 'exit-code') !== (ends !== undefined))).toEqual(
      [],
    );
  });
});

describe('looking programs up', () => {
  it('folds other names, versions and letters', () => {
    expect(
      ['python3.12', 'pypy3', 'py', 'Get-Content', 'gcc-13', 'egrep', 'kubectl', 'h2', 'md5'].map(familyOf),
    ).toEqual(['python', 'python', 'python', 'get-content', 'gcc', 'grep', 'kubectl', 'h2', 'md5']);
    expect(programOf('lanternctl')).toBeUndefined();
    expect(programOf(familyOf('tofu'))?.names).toBe('terraform');
  });

  it('reads facts that hold for some subcommands', () => {
    expect(holdsFor(true, undefined)).toBe(true);
    expect(holdsFor(undefined, 'view')).toBe(false);
    expect(holdsFor('status pr/view */list search/*', 'status')).toBe(true);
    expect(holdsFor('status pr/view */list search/*', 'pr view')).toBe(true);
    expect(holdsFor('status pr/view */list search/*', 'run list')).toBe(true);
    expect(holdsFor('status pr/view */list search/*', 'search code')).toBe(true);
    expect(holdsFor('status pr/view */list search/*', 'pr create')).toBe(false);
    expect(holdsFor('status', undefined)).toBe(false);
  });
});

function flagLists(program: Program): (string | undefined)[] {
  return [
    program.valueFlags,
    ...Object.values(program.valueFlagsOf ?? {}),
    program.directoryFlags,
    program.pathFlags,
    program.subcommands?.values,
    program.subcommands?.dirs,
    ...(program.starts ?? []).map(({ values }) => values),
    program.wraps?.values,
    ...Object.values(program.asksWith ?? {}),
    ...(program.fetches ?? []).map(({ packageFlags }) => packageFlags),
    ...(program.bypasses ?? []).map((rule) => rule.flags),
  ];
}

function problemsOf({ names }: Program, list = ''): string[] {
  const bad = words(list).filter((flag) => !/^--?[\w?][\w.-]*$/.test(flag));
  const isTidy = list === words(list).join(' ');
  return [...bad.map((flag) => `${names}: ${flag}`), ...(isTidy ? [] : [`${names}: blanks in "${list}"`])];
}

/** Every subcommand that a fact of a program names. */
function subcommandsOf(program: Program): string[] {
  const lists = [program.looks, program.asks, program.changes, program.printsTexts].filter(
    (fact) => typeof fact === 'string',
  );
  const scripts = [program.runsScripts, program.scriptShorthands, program.ownSubcommands];
  const keys = [program.valueFlagsOf, program.asksWith, program.answers].flatMap((fact) => Object.keys(fact ?? {}));
  return [
    ...lists.flatMap(words),
    ...scripts.flatMap(words),
    ...keys.filter((key) => key !== '').map((key) => key.replace(' ', '/')),
  ];
}

/** Whether the command line is read so that the subcommand can be what an entry of a list names. */
function isReadAs({ subcommands = {} }: Program, entry: string): boolean {
  const [first = '', ...rest] = entry.split('/');
  if (!/^(?:\*|-{0,2}[a-z0-9][\w.:-]*)$/i.test(first)) return false;
  if (rest.length === 0 || first === '*') return true;
  const { second = '', single = '', third = '' } = subcommands;
  if (second === '*') return !words(single).includes(first);
  return words(second).includes(first) || words(third).includes(first);
}
