import type { CauseRule } from '../../programs/cause-rule.ts';
import { editRules } from './edits.ts';

/** Answers of agents' own tools: file tools, searches, subagents, permission checks. */
export const toolRules: readonly CauseRule[] = [
  {
    id: 'tool.file',
    kind: 'file-missing',
    has: 'File does not exist',
    line: /^File does not exist\.?(?:.*Did you mean (?<suggestion>[^?]+)\?)?/,
  },
  {
    id: 'tool.not-found',
    kind: 'file-missing',
    has: ' not found: ',
    line: /^(?:Error: )?(?:File|Path) not found: (?<subject>\S.*?)\.?$/,
  },
  {
    id: 'tool.named-not-found',
    kind: 'file-missing',
    has: ' not found',
    line: /^(?:Error: )?File (?<subject>\S.*?) not found\.?$/,
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
  {
    id: 'tool.enoent',
    kind: 'file-missing',
    has: 'ENOENT',
    line: /ENOENT: no such file or directory, \w+ '(?<subject>[^']+)'/,
  },
  { id: 'tool.eisdir', kind: 'is-directory', has: 'EISDIR', line: /EISDIR: illegal operation on a directory/ },
  ...editRules,
  {
    id: 'tool.tokens',
    kind: 'too-large',
    has: 'exceeds maximum allowed',
    line: /^File content \((?<subject>[\d.,]+ ?\w+)\) exceeds maximum allowed/,
  },
  { id: 'tool.validation', kind: 'invalid-input', has: 'InputValidationError', line: /^InputValidationError/ },
  { id: 'tool.agent', kind: 'bad-argument', has: 'Agent type', line: /^Agent type '(?<subject>[^']+)' not found/ },
  { id: 'tool.skill', kind: 'bad-argument', has: 'Unknown skill', line: /^Unknown skill: (?<subject>\S+)/ },
  {
    id: 'tool.unknown',
    kind: 'unknown-tool',
    has: 'No such tool available',
    line: /No such tool available: (?<subject>\S+)/,
  },
  {
    id: 'tool.http',
    kind: 'network',
    has: 'Request failed with status code',
    line: /^Request failed with status code (?<subject>\d+)/,
  },
];

/** Services that deny a call access, whichever program makes it. */
export const serviceRules: readonly CauseRule[] = [
  { id: 'auth.unauthorized', kind: 'auth', has: 'nauthorized', line: /\b(?:401 )?[Uu]nauthorized\b/ },
  { id: 'auth.forbidden', kind: 'auth', has: 'orbidden', line: /\b403 Forbidden\b/ },
];
