import type { Claim } from '../../failures/recovery/claim.ts';
import { bsdItems } from '../../failures/recovery/shell-traps.ts';
import type { ClaimGroup } from '../claim-group.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import {
  code,
  fixed,
  listWords,
  type Quotable,
  quotable,
  quotableName,
  quotablePath,
  quote,
  type Sentence,
  say,
  times,
} from '../quotable.ts';
import { anyOf } from './rules.ts';

/** Words the lesson about traps of the machine's shell, and of tools that are generally error-prone. */
export const wordQuoting: Wording = (group) => {
  const trap = group.claims.at(-1)?.facts?.trap ?? '';
  const known = traps[trap];
  const text = known ?? composed[trap]?.(group);
  if (!text) return undefined;
  return {
    kind: 'environment',
    reach: generalTraps.has(trap) ? 'general' : projectTraps.has(trap) ? 'project' : 'machine',
    ...text,
    oftenWorks: true,
    ...(known ? { isKnownFact: true } : {}),
    pattern: say`Happened ${times(group.occurrences)}.`,
    scope: [],
  };
};

type Text = Pick<LessonWords, 'title' | 'guidance' | 'otherWays' | 'rule' | 'when' | 'isKnownFact'>;

/** Traps caused by the names of files. */
const projectTraps = new Set(['path-brackets', 'dollar-path']);

/** Traps of programs, and of every shell, rather than of the machine's. */
const generalTraps = new Set([
  'dash-pattern',
  'ripgrep-multiline',
  'escaped-bang',
  'backticks',
  'history',
  'too-long',
  'git-editor',
  'jq-types',
  'line-count',
  'tsc-files',
  'go-output',
  'eval-wrapper',
]);

const traps: Readonly<Record<string, Text>> = {
  'zsh-status': {
    title: fixed('zsh: `status` is read-only'),
    guidance: fixed('The shell is zsh: do not assign to `status`; name the variable otherwise.'),
  },
  'zsh-path': {
    title: fixed('zsh: never use `path` as a variable'),
    guidance: fixed(
      'The shell is zsh, where `path` is tied to `PATH`: a loop over it leaves no command to be found. Name the variable otherwise.',
    ),
  },
  'zsh-equals': {
    title: fixed('zsh: quote words that begin with `=`'),
    guidance: fixed(
      'The shell is zsh, which takes `=word` for the path of a program: quote it (`echo "=== done"`), and write `=` instead of `==` in `[ … ]`.',
    ),
  },
  'bash-expansion': {
    title: fixed('The shell does not know expansions of bash'),
    guidance: fixed(
      "Run scripts that use expansions of bash (indirect names, upper case) with `bash -c '…'`: the shell here calls them a bad substitution.",
    ),
  },
  backticks: {
    title: fixed('Put text with backticks in single quotes: in double quotes it is run'),
    guidance: fixed(
      "Put text with backticks in single quotes, or in a file written by a quoted here-document (`<<'EOF'`, then `--body-file`): in double quotes the shell runs it.",
    ),
    rule: quote`Bash(*)`,
    when: quote`backticks in double quotes`,
  },
  history: {
    title: fixed('Put text with `!` in single quotes'),
    guidance: fixed('Put text with `!` in single quotes: in double quotes the shell takes it for history.'),
  },
  'too-long': {
    title: fixed('Too many files for one command line'),
    guidance: fixed(
      'Pass long lists of files by `find … -exec … +` or `xargs`: the shell refuses a line that is too long.',
    ),
    otherWays: [
      fixed('Pass long lists of files by `xargs`: the shell refuses a line that is too long.'),
      fixed('Pass long lists of files in parts: the shell refuses a line that is too long.'),
    ],
  },
  'here-document': {
    title: fixed('Here-documents do not work in this sandbox'),
    guidance: fixed(
      'Use `-c` or a file instead of a here-document: the sandbox does not let the shell create the temporary file it needs.',
    ),
  },
  'powershell-and': {
    title: fixed('This PowerShell has no `&&` and `||`'),
    guidance: fixed('Separate commands by `;`, or send them one by one: this PowerShell does not know `&&` and `||`.'),
  },
  'powershell-here-document': {
    title: fixed('PowerShell has no here-documents'),
    guidance: fixed(
      "Write a file with `Set-Content` or a here-string (`@' … '@`): PowerShell does not know `<` and `<<`.",
    ),
  },
  'powershell-remove': {
    title: fixed('PowerShell: `Remove-Item -Recurse -Force`, not `rm -rf`'),
    guidance: fixed('Remove folders with `Remove-Item -Recurse -Force`: the `rm` of PowerShell does not know `-rf`.'),
  },
  'git-editor': {
    title: fixed('git cannot open an editor here'),
    guidance: fixed(
      'Give git its message (`-m`, `-F`, `--no-edit`), and write `GIT_EDITOR=true git rebase --continue`: there is no terminal for an editor.',
    ),
  },
  'eval-wrapper': {
    title: fixed('The shell tool breaks commands with `$(…)` and a pipe'),
    guidance: fixed(
      "Split commands that have both `$(…)` and a pipe, or run them with `bash -c '…'`: the shell tool mangles them.",
    ),
  },
  'dash-pattern': {
    title: fixed('Search patterns that begin with `-` need `-e`'),
    guidance: fixed(
      'Put `-e` before a search pattern that begins with a dash (`rg -n -e "--trace|x"`): otherwise it is taken for an option.',
    ),
    rule: quote`Bash({rg,grep,egrep,git} *)`,
    when: quote`quoted -* and without -*e and without -- and without --regexp*`,
  },
  'ripgrep-multiline': {
    title: fixed('ripgrep: `\\n` in a pattern needs `-U`'),
    guidance: fixed('Search with `rg -U` when the pattern contains `\\n`: without it ripgrep refuses the pattern.'),
    rule: quote`Bash(rg * *\\n* *)`,
    when: quote`without -*U* and without --multiline*`,
  },
  'escaped-bang': {
    title: fixed('Do not write `!=` in jq filters on the command line'),
    guidance: fixed('The shell tool passes `!=` as `\\!=`: write `(a == b | not)`, or put the filter into a file.'),
    rule: quote`Bash({jq,gh} * *!=* *)`,
  },
  'managed-python': {
    title: fixed("The system's Python takes no packages"),
    guidance: fixed(
      "Install packages into the project's virtual environment (`uv add`, `uv pip install`, `.venv/bin/pip`): the system's Python refuses them.",
    ),
  },
  'dollar-path': {
    title: fixed('Put paths with `$` into single quotes'),
    guidance: fixed(
      'Put paths with `$` in a name into single quotes: the shell takes what follows for a variable, and the name is cut.',
    ),
  },
  'go-output': {
    title: fixed('`go build -o` takes one package'),
    guidance: fixed(
      'Name one package to `go build -o` (`go build -o ./app ./cmd/app`): with `/...` it refuses, and without `-o` it leaves the old program in place.',
    ),
    rule: quote`Bash(go build * -o * */... *)`,
  },
  'jq-types': {
    title: fixed('jq: numbers do not add to strings'),
    guidance: fixed(
      'In jq filters write `"\\(.number) \\(.title)"`, or `tostring`: a number and a string cannot be added.',
    ),
  },
  'line-count': {
    title: fixed('Give `head` and `tail` the count with `-n`'),
    guidance: fixed('Write `tail -n 5 a b`: with several files `tail -5` is refused.'),
  },
  'tsc-files': {
    title: fixed('Do not name files to `tsc` where there is a `tsconfig.json`'),
    guidance: fixed(
      'Run `tsc --noEmit` for the whole project: with files on the command line it refuses to run beside a `tsconfig.json`.',
    ),
    rule: quote`Bash(* tsc * *.{ts,tsx,mts,cts} *)`,
  },
};

/** Programs that take files, so that a glob is meant as one. */
const fileTools = new Set(
  'ls cat head tail wc rm cp mv grep egrep rg sed awk du stat file chmod touch tar diff for'.split(' '),
);

/** Ways to look for files that may not exist. */
const globWays = [
  fixed('use `find` to look for files that may not exist'),
  fixed('list the folder with `ls` to look for files that may not exist'),
  fixed('add `(N)` to a glob that may match nothing'),
];

const composed: Readonly<Record<string, (group: ClaimGroup) => Text | undefined>> = {
  'path-brackets': (group) => {
    // A single session contributes no word of its own to a lesson that is told at once.
    const shown = group.sessions < 2 ? undefined : group.claims.findLast((claim) => claim.facts?.example !== undefined);
    const example = quotablePath(shown?.facts?.example, 100);
    return {
      isKnownFact: example ? undefined : true,
      title: fixed('Quote paths that have parentheses or brackets'),
      guidance: say`Put paths with parentheses or brackets in single quotes${example ? say`, such as ${code(quote`'${example}'`)}` : ''}: the shell takes them for a pattern.`,
      rule: quote`Bash(*)`,
      when: quote`brackets in an unquoted path`,
    };
  },
  'zsh-glob': (group) => {
    const isFile = ({ failure, wrong }: Claim) => !/[?=:]/.test(wrong) && fileTools.has(failure.command?.name ?? '');
    const files = group.claims.filter(isFile).length;
    const advise = (way: Sentence) =>
      files === 0
        ? fixed('In zsh, quote arguments with `*` or `?` (URLs, refs)')
        : files === group.claims.length
          ? say`In zsh, ${way}`
          : say`In zsh, quote ${code('*')} and ${code('?')} in URLs and refs, and ${way}`;
    const [guidance, ...otherWays] = globWays.map(
      (way) => say`${advise(way)}: a glob without a match aborts the whole command, even with ${code('2>/dev/null')}.`,
    );
    if (!guidance) return undefined;
    return {
      title: fixed('zsh: a glob without a match aborts the command'),
      guidance,
      otherWays,
      isKnownFact: true,
      rule: quote`Bash(* *{\\*,?}* *)`,
      when: quote`glob matches no file and shell is zsh`,
    };
  },
  'zsh-builtin': (group) => {
    const names = itemsOf(group).map(code);
    return {
      title: say`zsh has no ${listWords(names, 'or')}`,
      guidance: say`The shell is zsh, which has no ${listWords(names, 'or')}: run scripts that need it with ${code("bash -c '…'")}.`,
    };
  },
  'powershell-programs': (group) => {
    const names = itemsOf(group).map(code);
    return {
      title: say`No ${listWords(names, 'or')} in this shell`,
      guidance: say`The shell is not a Unix one and has no ${listWords(names, 'or')}: use the commands of PowerShell (${code('Select-Object -First')}, ${code('Select-String')}, ${code('$env:NAME =')}), or the agent's own tools.`,
    };
  },
  'bsd-tools': (group) => {
    const items = itemsOf(group).flatMap((item) => {
      const right = quotable(bsdItems.get(item));
      return right === undefined ? [] : [say`${code(right)} for ${code(item)}`];
    });
    if (items.length === 0) return undefined;
    return {
      title: say`BSD tools here: ${listWords(items)}`,
      guidance: say`This machine has BSD tools, not GNU ones: use ${listWords(items)}.`,
      // Facts that are not in the table are not told.
      isKnownFact: true,
      ...flagRule(group),
    };
  },
};

/**
 * Returns a rule for the flags as typed, alone or among others; `sed -i` is right with an empty word after it, which no rule can
 * see.
 */
function flagRule({ claims }: ClaimGroup): Pick<LessonWords, 'rule'> {
  const rules = claims.flatMap(({ facts, failure: { command } }) => {
    const [program, flag = ''] = facts?.item?.split(' ') ?? [];
    const name = program === 'sed' ? undefined : quotableName(program, 40);
    const typed = command?.flags.filter((one) => /^-[A-Za-z]+$/.test(one) && one.includes(flag.slice(1))) ?? [];
    return name
      ? typed.flatMap((one) => quotableName(one, 20) ?? []).map((one) => quote`Bash(${name} * ${one} *)`)
      : [];
  });
  const rule = anyOf(rules);
  return rule ? { rule } : {};
}

/** Returns the items that the claims failed on, the newest last. */
function itemsOf(group: ClaimGroup): Quotable[] {
  return [...new Set(group.claims.flatMap((claim) => quotable(claim.facts?.item, 40) ?? []))].slice(0, 8);
}
