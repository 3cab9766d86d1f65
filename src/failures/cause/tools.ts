import type { CauseRule } from './rule.ts';

/** What agents' own tools answer: file tools, searches, subagents, permission checks. */
export const toolRules: readonly CauseRule[] = [
  {
    id: 'tool.file',
    kind: 'file-missing',
    has: 'File does not exist',
    line: /^File does not exist\.?(?:.*Did you mean (?<suggestion>[^?]+)\?)?/,
  },
  {
    id: 'tool.path',
    kind: 'file-missing',
    has: 'Path does not exist',
    line: /^Path does not exist:? ?(?<subject>.*?)\.?(?: Note: .*)?$/,
  },
  {
    id: 'tool.directory',
    kind: 'file-missing',
    has: 'Directory does not exist',
    line: /^Directory does not exist:? ?(?<subject>.*?)\.?(?: Note: .*)?$/,
  },
  { id: 'tool.spawn', kind: 'other', has: 'posix_spawn', line: /ENOENT: no such file or directory, posix_spawn/ },
  { id: 'tool.enoent', kind: 'file-missing', has: 'ENOENT', line: /ENOENT: no such file or directory, \w+ '(?<subject>[^']+)'/ },
  { id: 'tool.eisdir', kind: 'is-directory', has: 'EISDIR', line: /EISDIR: illegal operation on a directory/ },
  { id: 'tool.not-read', kind: 'not-read', has: 'has not been read yet', line: /File has not been read yet/ },
  {
    id: 'tool.stale',
    kind: 'stale-read',
    has: 'modified since read',
    line: /File has been (?:unexpectedly )?modified since read/,
  },
  { id: 'tool.stale-2', kind: 'stale-read', has: 'has been unexpectedly modified', line: /has been unexpectedly modified/ },
  { id: 'tool.no-string', kind: 'edit-mismatch', has: 'String to replace not found', line: /String to replace not found/ },
  { id: 'tool.no-text', kind: 'edit-mismatch', has: 'find the exact text', line: /Could not find the exact text/ },
  {
    id: 'tool.many-strings',
    kind: 'edit-mismatch',
    has: 'matches of the string to replace',
    line: /Found (?<subject>\d+) matches of the string to replace/,
  },
  { id: 'tool.no-change', kind: 'no-change', has: 'No changes to make', line: /No changes to make/ },
  {
    id: 'tool.tokens',
    kind: 'too-large',
    has: 'exceeds maximum allowed',
    line: /^File content \((?<subject>[\d.,]+ ?\w+)\) exceeds maximum allowed/,
  },
  { id: 'tool.validation', kind: 'invalid-input', has: 'InputValidationError', line: /^InputValidationError/ },
  { id: 'tool.agent', kind: 'bad-argument', has: 'Agent type', line: /^Agent type '(?<subject>[^']+)' not found/ },
  { id: 'tool.skill', kind: 'bad-argument', has: 'Unknown skill', line: /^Unknown skill: (?<subject>\S+)/ },
  { id: 'tool.unknown', kind: 'unknown-tool', has: 'No such tool available', line: /No such tool available: (?<subject>\S+)/ },
  {
    id: 'tool.http',
    kind: 'network',
    has: 'Request failed with status code',
    line: /^Request failed with status code (?<subject>\d+)/,
  },
];
