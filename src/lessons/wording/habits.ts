import { type ClaimGroup, groupClaims } from '../claim-group.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import { countSessions, fixed, quote, type Sentence, say, times } from '../quotable.ts';

/** Words the lesson about rules of the agent's own tools. */
export const wordHabit: Wording = (group) => {
  const habit = group.claims.at(-1)?.facts?.habit ?? '';
  // A fault in the edits of one project is a fact about its files.
  const diagnosed = wordDiagnosis(group);
  const text = diagnosed ?? habits[habit];
  if (!text) return undefined;
  return {
    kind: 'tool-use',
    reach: diagnosed ? 'project' : 'general',
    ...text,
    oftenWorks: true,
    pattern: say`Failed ${times(group.occurrences)} in ${countSessions(group.sessions)}.`,
    scope: [],
  };
};

/** If most refused edits of a project have the same fault, the lesson states that fault: reading again has already not helped. */
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
  // Nothing is known about those that nobody corrected: they may well have another cause.
  const { advice, share = 0.25, ...rest } = diagnosis;
  if (same.length < claims.length * share) return undefined;
  return { ...rest, guidance: say`${advice} (${same.length} of ${claims.length}).` };
}

/** A rule of a tool with the reason that applies here. */
interface Diagnosed extends Omit<Habit, 'guidance'> {
  advice: Sentence;
  /** The share of all refused calls that must have it; a quarter by default, because most are never examined. */
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
  'spaces for tabs': textFault(
    fixed('Indent the text to replace with tabs, as the files here do: refused edits had spaces'),
  ),
  'tabs for spaces': textFault(
    fixed('Indent the text to replace with spaces, as the files here do: refused edits had tabs'),
  ),
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
    advice: fixed(
      'Read a file with the Read tool before you edit it: what a search or the shell showed does not count',
    ),
    share: 0.5,
    rule: quote`Edit(**)`,
    when: quote`file not read`,
  },
};

type Habit = Pick<LessonWords, 'title' | 'guidance' | 'otherWays' | 'rule' | 'when'>;

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
    guidance: fixed(
      'Read a file again before you edit it if a formatter, a hook, a checkout or the user may have changed it.',
    ),
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
    otherWays: [
      fixed(
        'When every search fails with `posix_spawn`, the agent was upgraded while it ran and the path is not wrong: search with the shell (`rg`), and ask for a restart.',
      ),
      fixed(
        'When every search fails with `posix_spawn`, the agent was upgraded while it ran and the path is not wrong: search with the shell, and ask for a restart.',
      ),
    ],
  },
  'read-directory': {
    title: fixed('Read takes files, not directories'),
    guidance: fixed('List a directory instead of reading it.'),
    rule: quote`Tool({Read,read,read_file,view})`,
    when: quote`file is a folder`,
  },
};
