import { code, listWords, quotable, times, type Wording } from '../draft.ts';

/** Rules of the agent's own tools. */
export const wordHabit: Wording = (group) => {
  const habit = group.claims.at(-1)?.facts?.habit ?? '';
  const text = habits[habit];
  if (!text) return undefined;
  return {
    kind: 'tool-use',
    reach: 'general',
    ...text,
    pattern: `Failed ${times(group.occurrences)} in ${group.sessions} sessions.`,
    scope: [],
  };
};

const habits: Readonly<Record<string, { title: string; guidance: string }>> = {
  'read-before-edit': {
    title: 'Read a file with the Read tool before editing it',
    guidance:
      'Read a file with the Read tool before the first edit, and again after a compaction: what a search or the shell showed does not count.',
  },
  'read-again': {
    title: 'Read a file again when something else changed it',
    guidance: 'After a formatter, a hook, a check-out or the user may have changed a file, read it again before editing.',
  },
  'edit-exact-text': {
    title: 'Copy the text to replace from a fresh read',
    guidance:
      'Copy the text to replace from a fresh read, with its exact tabs and spaces; after a first mismatch read the place again before trying variants.',
  },
  'edit-ambiguous': {
    title: 'Make the text to replace unique',
    guidance:
      'Include a line of context that occurs once (the enclosing function, for instance) in the text to replace, or replace all on purpose.',
  },
  'edit-no-change': {
    title: 'An edit whose new text equals the old one is an error',
    guidance: 'Skip an edit when the file already reads as wanted.',
  },
  'tool-gone': {
    title: 'Search tools that fail with posix_spawn: the agent was upgraded under the session',
    guidance:
      'When every search fails with `posix_spawn`, the agent was upgraded while it ran and the path is not wrong: search with the shell (`rg`, `find`), and ask for a restart.',
  },
  'read-directory': {
    title: 'Read takes files, not directories',
    guidance: 'List a directory instead of reading it.',
  },
};

/** An argument of a tool. */
export const wordArgument: Wording = (group) => {
  const claim = group.claims.at(-1);
  const tool = quotable(claim?.facts?.tool, 60);
  const wrong = quotable(claim?.wrong, 80);
  if (!tool || !wrong) return undefined;
  const problem = claim?.facts?.problem;
  if (problem) {
    const text =
      problem === 'unexpected'
        ? `takes no ${code(wrong)}`
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
    };
  }
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
  };
};

/** Large files. */
export const wordLargeFile: Wording = (group) => {
  const claim = group.claims.at(-1);
  const path = quotable(claim?.wrong, 160);
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
    rule: `Read(${path})`,
  };
};

/** Hooks. */
export const wordHook: Wording = (group) => {
  const claim = group.claims.at(-1);
  const denied = quotable(claim?.wrong, 80);
  if (!denied) return undefined;
  const right = quotable(group.rights[0], 60);
  return {
    kind: 'command',
    reach: 'project',
    title: right ? `A hook refuses ${code(denied)}: use ${code(right)}` : `A hook refuses ${code(denied)}`,
    guidance: right
      ? `Use ${code(right)} instead of ${code(denied)}: a hook refuses it here.`
      : `Do not call ${code(denied)}: a hook refuses it here; do what its message says.`,
    pattern: `A hook refused it ${times(group.occurrences)}.`,
    scope: [],
    ...(claim?.facts?.tool === 'Bash' ? { rule: `Bash(${denied} *)` } : {}),
  };
};

/** Permission rules: only what was denied, because the rule itself is not in the log. */
export const wordPermission: Wording = (group) => {
  const forms = [...new Set(group.claims.map((claim) => quotable(claim.wrong, 80)))];
  const denied = forms.flatMap((form) => (form === undefined ? [] : [code(form)]));
  if (denied.length === 0 || denied.length < forms.length) return undefined;
  const listed = listWords(denied.slice(0, 3), 'or');
  return {
    kind: 'permission',
    reach: 'machine',
    title: `Not permitted here: ${listed}`,
    guidance: `Do not call ${listed} without asking: a permission rule denies it. Ask the user, or do without.`,
    pattern: `Denied ${times(group.occurrences)}.`,
    scope: [],
  };
};

/** Searches that cannot find anything. */
export const wordSearchForm: Wording = (group) => {
  const text = searchForms[group.claims.at(-1)?.facts?.mistake ?? ''];
  if (!text) return undefined;
  return { kind: 'tool-use', reach: 'general', ...text, pattern: `Searched in vain ${times(group.occurrences)}.`, scope: [] };
};

const searchForms: Readonly<Record<string, { title: string; guidance: string }>> = {
  'stray-quote': {
    title: 'A search pattern with a stray closing quote finds nothing',
    guidance:
      'Send search patterns without a closing `"` at their end: with it they match nothing, and that does not mean that the code is missing.',
  },
  'ripgrep-alternation': {
    title: 'ripgrep: alternation is `|`, not `\\|`',
    guidance: "With `rg` write `rg 'one|two'`: `\\|` searches for a literal bar and silently finds nothing.",
  },
  'ripgrep-replace': {
    title: 'ripgrep: `-r` replaces, it does not recurse',
    guidance: 'Write `rg -n pattern folder`: ripgrep searches folders by itself, and `-rn` prints every match as `n`.',
  },
};
