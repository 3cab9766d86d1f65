import { agreedRight, type ClaimGroup, groupClaims } from '../claim-group.ts';
import type { Draft, Wording } from '../draft.ts';
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

/** Rules of the agent's own tools. */
export const wordHabit: Wording = (group) => {
  const habit = group.claims.at(-1)?.facts?.habit ?? '';
  // What is wrong with the edits of one project is a fact of its files.
  const diagnosed = wordDiagnosis(group);
  const text = diagnosed ?? habits[habit];
  if (!text) return undefined;
  return {
    kind: 'tool-use',
    reach: diagnosed ? 'project' : 'general',
    ...text,
    oftenWorks: true,
    pattern: say`Failed ${times(group.occurrences)} in ${group.sessions} sessions.`,
    scope: [],
  };
};

/** Where most refused edits of a project have the same fault, it is what to say: reading again is what already did not help. */
function wordDiagnosis({ claims }: ClaimGroup): Habit | undefined {
  const found = groupClaims(
    claims.filter(({ facts }) => facts?.diagnosis !== undefined),
    ({ facts }) => facts?.diagnosis ?? '',
  );
  const all = [...found.values()].flat().length;
  const [[kind, same] = ['', []]] = [...found].sort((a, b) => b[1].length - a[1].length);
  const diagnosis = diagnoses[kind];
  const sessions = new Set(same.map(({ failure }) => failure.call.session)).size;
  if (diagnosis === undefined || same.length < 3 || sessions < 2 || same.length * 2 < all) return undefined;
  // Of those that nobody corrected nothing is known: they may well be something else.
  const { advice, share = 0.25, ...rest } = diagnosis;
  if (same.length < claims.length * share) return undefined;
  return { ...rest, guidance: say`${advice} (${same.length} of ${claims.length}).` };
}

/** A rule of a tool with the reason that holds here. */
interface Diagnosed extends Omit<Habit, 'guidance'> {
  advice: Sentence;
  /** The share of all refused calls that must have it; a quarter where most are never looked into. */
  share?: number;
}

function textFault(advice: Sentence): Diagnosed {
  return {
    title: fixed('Copy the text to replace exactly, blanks and tabs included'),
    advice,
    rule: quote`Edit(**)`,
    when: quote`old text is not in the file`,
  };
}

const diagnoses: Readonly<Record<string, Diagnosed>> = {
  'tabs short': textFault(
    fixed('Count the tabs in front of every line of the text to replace: refused edits here are often a tab short'),
  ),
  'tabs over': textFault(
    fixed('Count the tabs in front of every line of the text to replace: refused edits here often have one too many'),
  ),
  'spaces short': textFault(
    fixed('Copy the spaces in front of every line of the text to replace: refused edits here often have too few'),
  ),
  'spaces over': textFault(
    fixed('Copy the spaces in front of every line of the text to replace: refused edits here often have too many'),
  ),
  'spaces for tabs': textFault(fixed('Indent the text to replace with tabs, as the files here do: refused edits had spaces')),
  'tabs for spaces': textFault(fixed('Indent the text to replace with spaces, as the files here do: refused edits had tabs')),
  'line ends': textFault(
    fixed('Copy blanks at the ends of lines into the text to replace, too: refused edits here had lost them'),
  ),
  'line numbers': textFault(fixed('Leave the line numbers that a read shows out of the text to replace')),
  characters: textFault(
    fixed('Copy special quotes, dashes and blanks as they are in the file: refused edits here had the plain ones'),
  ),
  hunks: {
    title: fixed('Send small patches: one change that does not match rejects them all'),
    advice: fixed(
      'Send one change per patch, or read the lines again before a patch of several: one that does not match rejects the whole patch',
    ),
    share: 0.67,
    rule: quote`Edit(**)`,
    when: quote`old text is not in the file`,
  },
  shown: {
    title: fixed('Read a file with the Read tool before editing it'),
    advice: fixed('Read a file with the Read tool before you edit it: what a search or the shell showed does not count'),
    share: 0.5,
    rule: quote`Edit(**)`,
    when: quote`file not read`,
  },
};

type Habit = Pick<Draft, 'title' | 'guidance' | 'rule' | 'when'>;

const habits: Readonly<Record<string, Habit>> = {
  'read-before-edit': {
    title: fixed('Read a file with the Read tool before editing it'),
    guidance: fixed(
      'Read a file with the Read tool before the first edit, and again after a compaction: what a search or the shell showed does not count.',
    ),
    rule: quote`Edit(**)`,
    when: quote`file not read`,
  },
  'read-again': {
    title: fixed('Read a file again when something else changed it'),
    guidance: fixed('Read a file again before you edit it if a formatter, a hook, a checkout or the user may have changed it.'),
    rule: quote`Edit(**)`,
    when: quote`file changed since read`,
  },
  'edit-exact-text': {
    title: fixed('Copy the text to replace from a fresh read'),
    guidance: fixed(
      'Copy the text to replace from a fresh read, with its exact tabs and spaces; after a first mismatch read the place again before trying variants.',
    ),
    rule: quote`Edit(**)`,
    when: quote`old text is not in the file`,
  },
  'edit-ambiguous': {
    title: fixed('Make the text to replace unique'),
    guidance: fixed(
      'Include a line of context that occurs once (the enclosing function, for instance) in the text to replace, or replace all on purpose.',
    ),
    rule: quote`Edit(**)`,
    when: quote`old text is not unique in the file`,
  },
  'edit-no-change': {
    title: fixed('An edit whose new text equals the old one is an error'),
    guidance: fixed('Skip an edit when the file already reads as wanted.'),
    rule: quote`Edit(**)`,
    when: quote`old text equals new text`,
  },
  'tool-gone': {
    title: fixed('Search tools that fail with posix_spawn: the agent was upgraded under the session'),
    guidance: fixed(
      'When every search fails with `posix_spawn`, the agent was upgraded while it ran and the path is not wrong: search with the shell (`rg`, `find`), and ask for a restart.',
    ),
  },
  'read-directory': {
    title: fixed('Read takes files, not directories'),
    guidance: fixed('List a directory instead of reading it.'),
    rule: quote`Tool({Read,read,read_file,view})`,
    when: quote`file is a folder`,
  },
};

/** An argument of a tool. */
export const wordArgument: Wording = (group) => {
  const claim = group.claims.at(-1);
  const tool = quotableName(claim?.facts?.tool, 60);
  const wrong = quotable(claim?.wrong, 80);
  if (!tool || !wrong) return undefined;
  const problem = claim?.facts?.problem;
  const together = quotable(claim?.facts?.together, 60);
  if (problem) {
    const must = /^must be (?:(at least|at most|less than|more than|greater than) (\d{1,12})|a (\w{1,20}))$/.exec(problem);
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
        ? say`Call ${code(tool)} with ${code(instead)} when you pass ${code(wrong)}: it refuses ${code(together ?? wrong)} then.`
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
  const isCommand = group.claims.some(({ right: told, facts }) => told === group.rights[0] && facts?.instead === 'command');
  if (isCommand) return wordCommandInstead(tool, wrong, name, group);
  return {
    kind: 'tool-use',
    reach: 'machine',
    against: [wrong],
    ...(right ? {} : { lacks: 'action' as const }),
    title: right ? say`${code(tool)}: ${code(right)}, not ${code(wrong)}` : say`${code(tool)} does not know ${code(wrong)}`,
    guidance: right
      ? say`Call ${code(tool)} with ${code(right)}: it does not know ${code(wrong)}.`
      : say`${code(tool)} does not know ${code(wrong)} here: list what there is before calling one.`,
    pattern: say`${code(wrong)} was not known ${times(group.occurrences)}.`,
    scope: [],
    ...(name ? { rule: quote`Tool(${tool} ${name}=${asGlob(wrong)})` } : {}),
  };
};

/** A name that a tool does not know, and the command that does what was meant. */
function wordCommandInstead(tool: Quotable, wrong: Quotable, name: Quotable | undefined, group: ClaimGroup): Draft {
  const right = quotable(agreedRight(group), 80);
  return {
    kind: 'tool-use',
    reach: 'machine',
    against: [wrong],
    ...(right ? {} : { lacks: 'action' as const }),
    title: right
      ? say`Run ${code(right)}: ${code(tool)} does not know ${code(wrong)}`
      : say`${code(tool)} does not know ${code(wrong)}`,
    guidance: right
      ? say`Run ${code(right)} yourself: ${code(tool)} has no ${code(wrong)} here.`
      : say`${code(tool)} does not know ${code(wrong)} here.`,
    pattern: say`${code(wrong)} was not known ${times(group.occurrences)}.`,
    scope: [],
    ...(name ? { rule: quote`Tool(${tool} ${name}=${asGlob(wrong)})` } : {}),
  };
}

/** An argument that is refused at all, or together with another one. */
function ruleAgainst(tool: Quotable, wrong: Quotable, together: Quotable | undefined): Pick<Draft, 'rule' | 'when'> {
  const [name, value] = together?.split(': ').map((part) => quotableName(part, 60)) ?? [];
  if (name === undefined || value === undefined) return { rule: quote`Tool(${tool} ${wrong}=*)` };
  return { rule: quote`Tool(${tool} ${wrong}=*)`, when: quote`argument ${name} is ${value}` };
}

/** `must be at least 10000`. */
function boundRule(tool: Quotable, wrong: Quotable, problem: string): Pick<Draft, 'rule' | 'when'> {
  const [, kind, bound] = /^must be (at least|at most) (\d+)$/.exec(problem) ?? [];
  if (kind === undefined) return {};
  return {
    rule: quote`Tool(${tool})`,
    when: quote`argument ${wrong} ${kind === 'at least' ? 'below' : 'above'} ${Number(bound)}`,
  };
}

/** `must be at least 10000`, `must be a number`. */
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

function wordFullNames(tool: Quotable, group: ClaimGroup): Draft | undefined {
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
    ...(argument ? { rule: quote`Tool(${tool} ${argument}=${oneOf(bare)})` } : {}),
  };
}

/** Large files. */
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

/** `1,200`. */
function rounded(count: number): Sentence {
  return plainAmount(Number(count.toPrecision(2)).toLocaleString('en')) ?? fixed('many');
}

/** Searches that cannot find anything. */
export const wordSearchForm: Wording = (group) => {
  const text = searchForms[group.claims.at(-1)?.facts?.mistake ?? ''];
  if (!text) return undefined;
  return {
    kind: 'tool-use',
    reach: 'general',
    ...text,
    oftenWorks: true,
    pattern: say`Searched in vain ${times(group.occurrences)}.`,
    scope: [],
  };
};

const searchForms: Readonly<Record<string, Habit>> = {
  'stray-quote': {
    title: fixed('A search pattern with a stray closing quote finds nothing'),
    guidance: fixed(
      'Leave the stray `"` at the end of search patterns out: with it they match nothing, which does not mean that the code is missing.',
    ),
    // In the shell a quote at the end is escaped on purpose, or the command does not run at all.
    rule: quote`Tool({Grep,grep,grep_search,search_file_content,search_files} pattern=*")`,
    // One that closes another, or that opens a string of the code, is not stray; one behind `|` spoils only the last alternative.
    when: quote`without *"*" and without *{(,[,=,\\{,\\\\}" and without *|*`,
  },
  'ripgrep-alternation': {
    title: fixed('ripgrep: alternation is `|`, not `\\|`'),
    guidance: fixed("With `rg` write `rg 'one|two'`: `\\|` searches for a literal bar and silently finds nothing."),
    rule: quote`Bash(rg * *\\|* *)`,
  },
  'ripgrep-replace': {
    title: fixed('ripgrep: `-r` replaces, it does not recurse'),
    guidance: fixed('Write `rg -n pattern folder`: ripgrep searches folders by itself, and `-rn` prints every match as `n`.'),
    rule: quote`Bash(rg * -{,n,l,i,c,o,w}r{n,l,i,c,o,w}* *)`,
  },
};
