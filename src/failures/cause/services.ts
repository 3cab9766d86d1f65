import type { CauseRule } from './rule.ts';

/** Containers, clusters, databases, and who may use them. */
export const serviceRules: readonly CauseRule[] = [
  // Containers and clusters
  { id: 'docker.daemon', kind: 'network', has: 'Docker daemon', line: /Cannot connect to the Docker daemon/, strict: true },
  {
    id: 'docker.container',
    kind: 'bad-argument',
    has: 'No such container',
    line: /No such container: (?<subject>\S+)/,
    strict: true,
  },
  { id: 'docker.service', kind: 'bad-argument', has: 'no such service', line: /no such service: (?<subject>\S+)/, strict: true },
  {
    id: 'docker.image',
    kind: 'bad-argument',
    has: 'nable to find image',
    line: /Unable to find image '(?<subject>[^']+)' locally/,
  },
  {
    id: 'docker.compose-file',
    kind: 'wrong-cwd',
    has: 'no configuration file provided',
    line: /no configuration file provided: not found/,
    strict: true,
  },
  {
    id: 'kubectl.resource',
    kind: 'bad-argument',
    has: 'Error from server (NotFound)',
    line: /Error from server \(NotFound\): (?<subject>.+) not found/,
    strict: true,
  },
  {
    id: 'kubectl.type',
    kind: 'bad-argument',
    has: "doesn't have a resource type",
    line: /doesn't have a resource type "(?<subject>[^"]+)"/,
    strict: true,
  },
  { id: 'auth.unauthorized', kind: 'auth', has: 'nauthorized', line: /\b(?:401 )?[Uu]nauthorized\b/ },
  { id: 'auth.forbidden', kind: 'auth', has: 'orbidden', line: /\b403 Forbidden\b/ },
  {
    id: 'sql.database',
    kind: 'bad-argument',
    has: 'does not exist',
    line: /FATAL: +(?:database|role) "(?<subject>[^"]+)" does not exist/,
    strict: true,
  },
  {
    id: 'sql.relation',
    kind: 'bad-argument',
    has: 'does not exist',
    // As psql prints it, the driver of Node (`error: relation …`), and psycopg (`UndefinedTable: relation …`, also in parentheses).
    line: /(?:(?:ERROR|[Ee]rror):|UndefinedTable\)?:?) +relation "(?<subject>[^"]+)" does not exist/,
  },
  {
    id: 'env.not-found',
    kind: 'bad-argument',
    has: 'nvironment variable not found',
    line: /[Ee]nvironment variable not found: (?<subject>[A-Z][A-Z0-9_]{2,})/,
  },
  { id: 'sqlite.table', kind: 'bad-argument', has: 'no such table', line: /no such table: (?<subject>\w+)/ },
];
