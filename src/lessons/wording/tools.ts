import type { ClaimGroup } from '../claim-group.ts';
import { code, type Draft, listWords, quotable, quotablePath, times, type Wording } from '../draft.ts';
import { escapeGlob } from '../triggers/glob.ts';

/** Rules of the agent's own tools. */
export const wordHabit: Wording = (group) => {
  const habit = group.claims.at(-1)?.facts?.habit ?? '';
  const text = habits[habit];
  if (!text) return undefined;
  return {
    kind: 'tool-use',
    reach: 'general',
    ...text,
    oftenWorks: true,
    pattern: `Failed ${times(group.occurrences)} in ${group.sessions} sessions.`,
    scope: [],
  };
};

const habits: Readonly<Record<string, Pick<Draft, 'title' | 'guidance' | 'rule' | 'when'>>> = {
  'read-before-edit': {
    title: 'Read a file with the Read tool before editing it',
    guidance:
      'Read a file with the Read tool before the first edit, and again after a compaction: what a search or the shell showed does not count.',
    rule: 'Edit(**)',
    when: 'file not read',
  },
  'read-again': {
    title: 'Read a file again when something else changed it',
    guidance: 'After a formatter, a hook, a check-out or the user may have changed a file, read it again before editing.',
    rule: 'Edit(**)',
    when: 'file changed since read',
  },
  'edit-exact-text': {
    title: 'Copy the text to replace from a fresh read',
    guidance:
      'Copy the text to replace from a fresh read, with its exact tabs and spaces; after a first mismatch read the place again before trying variants.',
    rule: 'Edit(**)',
    when: 'old text is not in the file',
  },
  'edit-ambiguous': {
    title: 'Make the text to replace unique',
    guidance:
      'Include a line of context that occurs once (the enclosing function, for instance) in the text to replace, or replace all on purpose.',
    rule: 'Edit(**)',
    when: 'old text is not unique in the file',
  },
  'edit-no-change': {
    title: 'An edit whose new text equals the old one is an error',
    guidance: 'Skip an edit when the file already reads as wanted.',
    rule: 'Edit(**)',
    when: 'old text equals new text',
  },
  'tool-gone': {
    title: 'Search tools that fail with posix_spawn: the agent was upgraded under the session',
    guidance:
      'When every search fails with `posix_spawn`, the agent was upgraded while it ran and the path is not wrong: search with the shell (`rg`, `find`), and ask for a restart.',
  },
  'read-directory': {
    title: 'Read takes files, not directories',
    guidance: 'List a directory instead of reading it.',
    rule: 'Tool({Read,read,read_file,view})',
    when: 'file is a folder',
  },
};

/** An argument of a tool. */
export const wordArgument: Wording = (group) => {
  const claim = group.claims.at(-1);
  const tool = quotable(claim?.facts?.tool, 60);
  const wrong = quotable(claim?.wrong, 80);
  if (!tool || !wrong) return undefined;
  const problem = claim?.facts?.problem;
  const together = quotable(claim?.facts?.together, 60);
  if (problem) {
    const text =
      problem === 'unexpected'
        ? `takes no ${code(wrong)}${together ? ` together with ${code(together)}` : ''}`
        : problem === 'missing'
          ? `needs ${code(wrong)}`
          : `${code(wrong)} ${problem}`;
    return {
      kind: 'tool-use',
      reach: 'general',
      title: `${tool}: ${text}`,
      guidance: `Calling ${tool}: it ${text}.`.replace(`it ${code(wrong)}`, code(wrong)),
      pattern: `Refused ${times(group.occurrences)}.`,
      scope: [],
      ...(problem === 'unexpected' ? ruleAgainst(tool, wrong, together) : {}),
      ...boundRule(tool, wrong, problem),
      ...(problem === 'missing' ? { rule: `Tool(${tool})`, when: `without ${escapeGlob(wrong)}` } : {}),
    };
  }
  if (claim?.facts?.full) return wordFullNames(tool, group);
  const right = quotable(group.rights[0], 80);
  return {
    kind: 'tool-use',
    reach: 'machine',
    title: right ? `${tool}: ${code(right)}, not ${code(wrong)}` : `${tool} does not know ${code(wrong)}`,
    guidance: right
      ? `Call ${tool} with ${code(right)}; ${code(wrong)} is not known.`
      : `${tool} does not know ${code(wrong)} here: list what there is before calling one.`,
    pattern: `${code(wrong)} was not known ${times(group.occurrences)}.`,
    scope: [],
    ...(claim?.facts?.name ? { rule: `Tool(${tool} ${claim.facts.name}=${escapeGlob(wrong)})` } : {}),
  };
};

/** An argument that is refused at all, or together with another one. */
function ruleAgainst(tool: string, wrong: string, together: string | undefined): Pick<Draft, 'rule' | 'when'> {
  const [name, value] = together?.split(': ') ?? [];
  if (name === undefined || value === undefined) return { rule: `Tool(${tool} ${wrong}=*)` };
  return { rule: `Tool(${tool} ${wrong}=*)`, when: `argument ${name} is ${value}` };
}

/** `must be at least 10000`. */
function boundRule(tool: string, wrong: string, problem: string): Pick<Draft, 'rule' | 'when'> {
  const [, kind, bound] = /^must be (at least|at most) (\d+)$/.exec(problem) ?? [];
  if (kind === undefined) return {};
  return { rule: `Tool(${tool})`, when: `argument ${wrong} ${kind === 'at least' ? 'below' : 'above'} ${bound}` };
}

/** Names that a tool knows only in full. */
function wordFullNames(tool: string, group: ClaimGroup): Draft | undefined {
  const names = group.rights.flatMap((right) => quotable(right, 80) ?? []).slice(0, 4);
  const bare = [...new Set(group.claims.flatMap(({ wrong }) => quotable(wrong, 80) ?? []))].slice(0, 4);
  if (names.length === 0) return undefined;
  return {
    kind: 'tool-use',
    reach: 'machine',
    title: `${tool} wants full names: ${code(names[0] ?? '')}`,
    guidance: `Call ${tool} with full names (${listWords(names.map(code))}): without what stands before the colon they are not known.`,
    pattern: `${listWords(bare.map(code))} ${bare.length > 1 ? 'were' : 'was'} not known.`,
    scope: [],
  };
}

/** Large files. */
export const wordLargeFile: Wording = (group) => {
  const claim = group.claims.at(-1);
  const path = quotablePath(claim?.wrong, 160);
  if (!path) return undefined;
  const lines = Number(group.claims.findLast((one) => one.facts?.lines !== undefined)?.facts?.lines);
  const told = claim?.because && /^[\d.,]+ ?\w+$/.test(claim.because) ? ` (${claim.because})` : '';
  // Rounded, because a file grows: the lesson must not change with every line.
  const size = lines >= 100 ? ` (~${Number(lines.toPrecision(2)).toLocaleString('en')} lines)` : told;
  return {
    kind: 'large-file',
    reach: 'project',
    title: `${code(path)} is too large to read at once${size}`,
    guidance: `Read ${code(path)}${size} with offset and limit, or search it first.`,
    pattern: `Reading it whole failed ${times(group.occurrences)}.`,
    scope: [path],
    rule: `Read(${escapeGlob(path)})`,
    when: 'file read whole',
  };
};

/** Searches that cannot find anything. */
export const wordSearchForm: Wording = (group) => {
  const text = searchForms[group.claims.at(-1)?.facts?.mistake ?? ''];
  if (!text) return undefined;
  return {
    kind: 'tool-use',
    reach: 'general',
    ...text,
    oftenWorks: true,
    pattern: `Searched in vain ${times(group.occurrences)}.`,
    scope: [],
  };
};

const searchForms: Readonly<Record<string, Pick<Draft, 'title' | 'guidance' | 'rule' | 'when'>>> = {
  'stray-quote': {
    title: 'A search pattern with a stray closing quote finds nothing',
    guidance:
      'Send search patterns without a closing `"` at their end: with it they match nothing, and that does not mean that the code is missing.',
    rule: 'Pattern(*")',
    // One that closes another, or that opens a string of the code, is not stray; one behind `|` spoils only the last alternative.
    when: 'without *"*" and without *{(,[,=,\\{,\\\\}" and without *|*',
  },
  'ripgrep-alternation': {
    title: 'ripgrep: alternation is `|`, not `\\|`',
    guidance: "With `rg` write `rg 'one|two'`: `\\|` searches for a literal bar and silently finds nothing.",
    rule: 'Bash(rg * *\\|* *)',
  },
  'ripgrep-replace': {
    title: 'ripgrep: `-r` replaces, it does not recurse',
    guidance: 'Write `rg -n pattern folder`: ripgrep searches folders by itself, and `-rn` prints every match as `n`.',
    rule: 'Bash(rg * -{,n,l,i,c,o,w}r{n,l,i,c,o,w}* *)',
  },
};
