import { agreedRight, type ClaimGroup } from '../claim-group.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import {
  code,
  fixed,
  fixedTable,
  listWords,
  plainAmount,
  plainWord,
  type Quotable,
  quotable,
  quotableName,
  quotablePath,
  quote,
  type Sentence,
  say,
  times,
} from '../quotable.ts';
import { asGlob, oneOf } from './rules.ts';

/** Words the lesson about an argument of a tool. */
export const wordArgument: Wording = (group) => {
  const claim = group.claims.at(-1);
  const tool = quotableName(claim?.facts?.tool, 60);
  const wrong = quotable(claim?.wrong, 80);
  if (!tool || !wrong) return undefined;
  const problem = claim?.facts?.problem;
  const together = quotable(claim?.facts?.together, 60);
  if (problem) {
    const must = /^must be (?:(at least|at most|less than|more than|greater than) (\d{1,12})|a (\w{1,20}))$/.exec(
      problem,
    );
    const text =
      problem === 'unexpected'
        ? say`takes no ${code(wrong)}${together ? say` together with ${code(together)}` : ''}`
        : problem === 'missing'
          ? say`needs ${code(wrong)}`
          : undefined;
    const bound = must && wordBound(wrong, must);
    const instead = together ? quotable(group.rights[0], 60) : undefined;
    if (!text && !bound) return undefined;
    return {
      kind: 'tool-use',
      reach: 'general',
      title: say`${code(tool)}: ${text ?? bound ?? ''}`,
      against: [wrong, ...(together ? [together] : [])],
      guidance: instead
        ? say`Call ${code(tool)} with ${code(instead)} when you pass ${code(wrong)}: it refuses ${code(together ?? wrong)}.`
        : text
          ? say`${code(tool)} ${text}.`
          : say`With ${code(tool)}, ${bound ?? ''}.`,
      pattern: say`Refused ${times(group.occurrences)}.`,
      scope: [],
      ...(problem === 'unexpected' ? ruleAgainst(tool, wrong, together) : {}),
      ...boundRule(tool, wrong, problem),
      ...(problem === 'missing' ? { rule: quote`Tool(${tool})`, when: quote`without ${asGlob(wrong)}` } : {}),
    };
  }
  if (claim?.facts?.full) return wordFullNames(tool, group);
  const right = quotable(group.rights[0], 80);
  const name = quotableName(claim?.facts?.name, 60);
  const isCommand = group.claims.some(
    ({ right: told, facts }) => told === group.rights[0] && facts?.instead === 'command',
  );
  if (isCommand) return wordCommandInstead(tool, wrong, name, group);
  return {
    kind: 'tool-use',
    reach: 'machine',
    against: [wrong],
    lacks: right ? undefined : ('action' as const),
    title: right
      ? say`${code(tool)}: ${code(right)}, not ${code(wrong)}`
      : say`${code(tool)} does not know ${code(wrong)}`,
    guidance: right
      ? say`Call ${code(tool)} with ${code(right)}: it does not know ${code(wrong)}.`
      : say`${code(tool)} does not know ${code(wrong)} here: list what there is before calling one.`,
    pattern: say`${code(wrong)} was not known ${times(group.occurrences)}.`,
    scope: [],
    rule: name ? quote`Tool(${tool} ${name}=${asGlob(wrong)})` : undefined,
  };
};

/** Words the lesson about a name that a tool does not know, and the command that does what was meant. */
function wordCommandInstead(
  tool: Quotable,
  wrong: Quotable,
  name: Quotable | undefined,
  group: ClaimGroup,
): LessonWords {
  const right = quotable(agreedRight(group), 80);
  return {
    kind: 'tool-use',
    reach: 'machine',
    against: [wrong],
    lacks: right ? undefined : ('action' as const),
    title: right
      ? say`Run ${code(right)}: ${code(tool)} does not know ${code(wrong)}`
      : say`${code(tool)} does not know ${code(wrong)}`,
    guidance: right
      ? say`Run ${code(right)} yourself: ${code(tool)} has no ${code(wrong)} here.`
      : say`${code(tool)} does not know ${code(wrong)} here.`,
    pattern: say`${code(wrong)} was not known ${times(group.occurrences)}.`,
    scope: [],
    rule: name ? quote`Tool(${tool} ${name}=${asGlob(wrong)})` : undefined,
  };
}

/** Returns a rule against an argument that is refused altogether, or together with another one. */
function ruleAgainst(
  tool: Quotable,
  wrong: Quotable,
  together: Quotable | undefined,
): Pick<LessonWords, 'rule' | 'when'> {
  const [name, value] = together?.split(': ').map((part) => quotableName(part, 60)) ?? [];
  if (name === undefined || value === undefined) return { rule: quote`Tool(${tool} ${wrong}=*)` };
  return { rule: quote`Tool(${tool} ${wrong}=*)`, when: quote`argument ${name} is ${value}` };
}

/** Returns a rule for a bound: `must be at least 10000`. */
function boundRule(tool: Quotable, wrong: Quotable, problem: string): Pick<LessonWords, 'rule' | 'when'> {
  const [, kind, bound] = /^must be (at least|at most) (\d+)$/.exec(problem) ?? [];
  if (kind === undefined) return {};
  return {
    rule: quote`Tool(${tool})`,
    when: quote`argument ${wrong} ${kind === 'at least' ? 'below' : 'above'} ${Number(bound)}`,
  };
}

/** Words a bound or a type: `must be at least 10000`, `must be a number`. */
function wordBound(wrong: Quotable, [, kind, bound, type]: RegExpExecArray): Sentence {
  const comparison = comparisons.get(kind ?? '');
  return comparison
    ? say`${code(wrong)} must be ${comparison} ${Number(bound)}`
    : say`${code(wrong)} must be a ${plainWord(type) ?? 'another type'}`;
}

const comparisons = fixedTable({
  'at least': 'at least',
  'at most': 'at most',
  'less than': 'less than',
  'more than': 'more than',
  'greater than': 'greater than',
});

function wordFullNames(tool: Quotable, group: ClaimGroup): LessonWords | undefined {
  const names = group.rights.flatMap((right) => quotable(right, 80) ?? []).slice(0, 2);
  const bare = [...new Set(group.claims.flatMap(({ wrong }) => quotable(wrong, 80) ?? []))].slice(0, 4);
  const [first] = names;
  const argument = quotableName(group.claims.findLast(({ facts }) => facts?.name !== undefined)?.facts?.name, 60);
  if (first === undefined) return undefined;
  return {
    kind: 'tool-use',
    reach: 'machine',
    title: say`${code(tool)} wants full names: ${code(first)}`,
    guidance: say`Call ${code(tool)} with full names (${listWords(names.map(code))}): it does not know them without the part before the colon.`,
    pattern: say`${listWords(bare.map(code))} ${bare.length > 1 ? 'were' : 'was'} not known.`,
    scope: [],
    rule: argument ? quote`Tool(${tool} ${argument}=${oneOf(bare)})` : undefined,
  };
}

/** Words the lesson about large files. */
export const wordLargeFile: Wording = (group) => {
  const claim = group.claims.at(-1);
  const path = quotablePath(claim?.wrong, 160);
  if (!path) return undefined;
  const lines = Number(group.claims.findLast((one) => one.facts?.lines !== undefined)?.facts?.lines);
  const told = plainAmount(claim?.because);
  // Rounded, because a file grows: the lesson must not change with every line.
  const size = lines >= 100 ? say` (~${rounded(lines)} lines)` : told ? say` (${told})` : '';
  return {
    kind: 'large-file',
    reach: 'project',
    title: say`${code(path)} is too large to read at once${size}`,
    guidance: say`Read ${code(path)}${size} with offset and limit, or search it first.`,
    pattern: say`Reading it whole failed ${times(group.occurrences)}.`,
    scope: [path],
    rule: quote`Read(${asGlob(path)})`,
    when: quote`file read whole`,
  };
};

/** Formats a rounded number: `1,200`. */
function rounded(count: number): Sentence {
  return plainAmount(Number(count.toPrecision(2)).toLocaleString('en')) ?? fixed('many');
}

/** Words the lesson about searches that cannot find anything. */
export const wordSearchForm: Wording = (group) => {
  const text = searchForms[group.claims.at(-1)?.facts?.mistake ?? ''];
  if (!text) return undefined;
  return {
    kind: 'tool-use',
    reach: 'general',
    ...text,
    oftenWorks: true,
    isKnownFact: true,
    pattern: say`Searched in vain ${times(group.occurrences)}.`,
    scope: [],
  };
};

const searchForms: Readonly<Record<string, Pick<LessonWords, 'title' | 'guidance' | 'rule' | 'when'>>> = {
  'stray-quote': {
    title: fixed('A search pattern with a stray closing quote finds nothing'),
    guidance: fixed(
      'Leave the stray `"` at the end of search patterns out: with it they match nothing, which does not mean that the code is missing.',
    ),
    // In the shell a quote at the end is escaped on purpose, or the command does not run at all.
    rule: quote`Tool({Grep,grep,grep_search,search_file_content,search_files} pattern=*")`,
    // One that closes another, or that opens a string of the code, is not stray; one after `|` spoils only the last alternative.
    when: quote`without *"*" and without *{(,[,=,\\{,\\\\}" and without *|*`,
  },
  'ripgrep-alternation': {
    title: fixed('ripgrep: alternation is `|`, not `\\|`'),
    guidance: fixed("With `rg` write `rg 'one|two'`: `\\|` searches for a literal bar and silently finds nothing."),
    rule: quote`Bash(rg * *\\|* *)`,
  },
  'ripgrep-replace': {
    title: fixed('ripgrep: `-r` replaces, it does not recurse'),
    guidance: fixed(
      'Write `rg -n pattern folder`: ripgrep searches folders by itself, and `-rn` prints every match as `n`.',
    ),
    rule: quote`Bash(rg * -{,n,l,i,c,o,w}r{n,l,i,c,o,w}* *)`,
  },
};
