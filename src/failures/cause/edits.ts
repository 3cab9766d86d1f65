import type { CauseRule } from '../../programs/cause-rule.ts';

/**
 * The answers of agents' edit tools. Each tool has its own words for the same few mistakes. A lesson from one applies to all, so
 * no rule names a subject; the file tells two mistakes apart. `many-`: the text occurs more than once.
 */
export const editRules: readonly CauseRule[] = [
  { id: 'tool.not-read', kind: 'not-read', has: 'has not been read yet', line: /File has not been read yet/ },
  {
    id: 'tool.must-read',
    kind: 'not-read',
    has: 'must read',
    line: /^(?:Error: )?you must read (?:the )?file .{1,400} before (?:overwriting|editing) it/i,
  },
  {
    id: 'tool.stale',
    kind: 'stale-read',
    has: 'modified since read',
    line: /File has been (?:unexpectedly )?modified since read/,
  },
  {
    id: 'tool.stale-2',
    kind: 'stale-read',
    has: 'has been unexpectedly modified',
    line: /has been unexpectedly modified/,
  },
  {
    id: 'tool.stale-3',
    kind: 'stale-read',
    has: 'modified since it was last read',
    line: /^(?:Error: )?File .{1,400} has been modified since it was last read/i,
  },
  // Must precede the mismatch that it quotes.
  {
    id: 'tool.no-need',
    kind: 'no-change',
    has: 'no changes were necessary',
    line: /^A secondary check by an LLM determined that no changes were necessary/,
  },
  {
    id: 'tool.no-string',
    kind: 'edit-mismatch',
    has: 'not found in file',
    line: /String (?:to replace )?not found in file/,
  },
  { id: 'tool.no-text', kind: 'edit-mismatch', has: 'find the exact text', line: /Could not find the exact text/ },
  {
    id: 'tool.no-old-string',
    kind: 'edit-mismatch',
    has: 'oldString',
    line: /Could not find oldString in the file|oldString not found/,
  },
  {
    id: 'tool.no-match',
    kind: 'edit-mismatch',
    has: ' match',
    line: /(?:find (?:an )?exact|No(?: exact)?) match (?:found )?for (?:the specified )?['"`]?old_?str/i,
  },
  {
    id: 'tool.no-occurrence',
    kind: 'edit-mismatch',
    has: 'could not find the string',
    line: /could not find the string to replace/i,
  },
  {
    id: 'tool.zero-occurrences',
    kind: 'edit-mismatch',
    has: ' 0 occurrences',
    line: /\b0 occurrences found for old_string\b/,
  },
  {
    id: 'tool.no-lines',
    kind: 'edit-mismatch',
    has: 'Failed to find ',
    line: /Failed to find (?:expected lines|context)/,
  },
  {
    id: 'tool.no-replacement',
    kind: 'edit-mismatch',
    has: 'No replacement was performed',
    line: /^(?:ERROR: ?)?No replacement was performed[,.] `?old_?str\b/i,
  },
  { id: 'tool.no-block', kind: 'edit-mismatch', has: 'The SEARCH block', line: /^The SEARCH block:/ },
  {
    id: 'tool.no-similar',
    kind: 'edit-mismatch',
    has: 'sufficiently similar',
    line: /^No sufficiently similar match found/,
  },
  {
    id: 'tool.many-strings',
    kind: 'edit-mismatch',
    has: 'matches of the string to replace',
    line: /Found \d+ matches of the string to replace/,
  },
  {
    id: 'tool.many-old-strings',
    kind: 'edit-mismatch',
    has: 'oldString',
    line: /Found multiple matches for oldString|oldString found multiple times/,
  },
  {
    id: 'tool.many-occurrences',
    kind: 'edit-mismatch',
    has: 'occurrences of the text',
    line: /Found \d+ occurrences of the text/,
  },
  {
    id: 'tool.many-expected',
    kind: 'edit-mismatch',
    has: ' but found ',
    line: /\bexpected \d+ occurrences? but found [1-9]\d*/i,
  },
  {
    id: 'tool.many-places',
    kind: 'edit-mismatch',
    has: 'occurrences of old_str',
    line: /No replacement was performed\. Multiple occurrences of old_str/,
  },
  {
    id: 'tool.many-matches',
    kind: 'edit-mismatch',
    has: 'matches for',
    line: /\bFound (?:\d+|multiple) matches for (?:the specified )?['"`]?old_str/i,
  },
  { id: 'tool.same-text', kind: 'no-change', has: 'No changes', line: /^No changes (?:to apply|made to)/ },
  { id: 'tool.no-change', kind: 'no-change', has: 'No changes to make', line: /No changes to make/ },
];
