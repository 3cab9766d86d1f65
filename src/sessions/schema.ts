import { type Generated, type Kysely, sql } from 'kysely';

/** The tables of the index. Times are milliseconds since 1970; texts are redacted. */
export interface Tables {
  files: FileTable;
  sessions: SessionTable;
  calls: CallTable;
  messages: MessageTable;
  copies: CopyTable;
  results: ResultTable;
  mined: MinedTable;
  project_results: ProjectResultTable;
  meta: MetaTable;
}

/** A log file and the position up to which it was read. */
export interface FileTable {
  id: Generated<number>;
  agent: string;
  /** The folder of the agent in which it was found: a run with another folder must not treat it as removed. */
  root: string;
  path: string;
  session: string;
  size: number;
  mtime: number;
  inode: string;
  /** The position where the next read starts. */
  offset: number;
  lines: number;
  /** Hash of the bytes before the offset: if it differs, the file was rewritten. */
  tail: string;
  /** Version of the reader that read it. */
  reader: number;
  /** The folder in which the session began. */
  home: string | null;
  /** Lines that could not be read: their number, and the first of them as JSON. */
  bad_count: number;
  bad: string;
}

/** The facts of one file about one session, as JSON. */
export interface SessionTable {
  agent: string;
  session: string;
  file: number;
  facts: string;
}

/** Calls. Values that queries look for have columns, the rest is JSON: a third of the columns took half of the time. */
export interface CallTable {
  agent: string;
  id: string;
  session: string;
  file: number;
  at: number;
  /** Position within the file. */
  pos: number;
  tool: string;
  outcome: string;
  waiting: string | null;
  output: string;
  detail: string;
}

export interface MessageTable {
  agent: string;
  /** The agent's id of the message, or one made from session, time and text. */
  id: string;
  session: string;
  file: number;
  at: number;
  pos: number;
  text: string;
}

/** `file` also has calls that are stored under `owner`: when the owner is removed, the file must be read again. */
export interface CopyTable {
  file: number;
  owner: number;
}

/** Results computed from the index, with the state they were computed from. */
export interface ResultTable {
  key: string;
  state: string;
  text: string;
}

/** Results computed from one session alone; they are removed when the session changes. */
export interface MinedTable {
  agent: string;
  session: string;
  /** Everything else that they depend on. */
  maker: string;
  /** The state of the index from which they were computed: the session has not changed since. */
  state: string;
  text: string;
}

/** Results computed from the sessions of one project, with a hash of them: other sessions may change meanwhile. */
export interface ProjectResultTable {
  key: string;
  source: string;
  text: string;
}

export interface MetaTable {
  key: string;
  value: string;
}

/** Each migrates the tables from one version to the next. Never change one that was released: add another. */
export const migrations: readonly ((db: Kysely<Tables>) => Promise<void>)[] = [
  createTables,
  addMined,
  forgetAll,
  addProjectResults,
];

async function createTables(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('files')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('root', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('mtime', 'double precision', (column) => column.notNull())
    .addColumn('inode', 'text', (column) => column.notNull())
    .addColumn('offset', 'bigint', (column) => column.notNull())
    .addColumn('lines', 'bigint', (column) => column.notNull())
    .addColumn('tail', 'text', (column) => column.notNull())
    .addColumn('reader', 'integer', (column) => column.notNull())
    .addColumn('home', 'text')
    .addColumn('bad_count', 'integer', (column) => column.notNull())
    .addColumn('bad', 'text', (column) => column.notNull())
    .addUniqueConstraint('files_path', ['agent', 'path'])
    .execute();
  await schema
    .createTable('sessions')
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('file', 'integer', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sessions_key', ['agent', 'session', 'file'])
    .execute();
  await schema
    .createTable('calls')
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('file', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('pos', 'bigint', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('waiting', 'text')
    .addColumn('output', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('calls_key', ['id', 'agent'])
    .execute();
  await schema.createIndex('calls_order').on('calls').columns(['session', 'agent', 'outcome', 'tool', 'at']).execute();
  await schema
    .createIndex('calls_waiting')
    .on('calls')
    .column('file')
    .where(sql<boolean>`waiting is not null`)
    .execute();
  await schema
    .createTable('messages')
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('file', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('pos', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('messages_key', ['id', 'agent'])
    .execute();
  await schema.createIndex('messages_order').on('messages').columns(['session', 'agent', 'at']).execute();
  await schema
    .createTable('copies')
    .addColumn('file', 'integer', (column) => column.notNull())
    .addColumn('owner', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('copies_key', ['file', 'owner'])
    .execute();
  await schema
    .createTable('results')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function addMined({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('mined')
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('maker', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mined_key', ['agent', 'session'])
    .execute();
}

/**
 * Deletes everything: redaction now also covers names of members, branches, tools and many more kinds, so text stored before is
 * read again.
 */
async function forgetAll(db: Kysely<Tables>): Promise<void> {
  for (const table of ['calls', 'messages', 'sessions', 'copies', 'results', 'mined', 'files'] as const) {
    await db.deleteFrom(table).execute();
  }
}

/** Records from which state sessions were mined, so that results of a project stay valid while other projects change. */
async function addProjectResults({ schema }: Kysely<Tables>): Promise<void> {
  await schema.dropTable('mined').execute();
  await schema
    .createTable('mined')
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('maker', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mined_key', ['agent', 'session'])
    .execute();
  await schema
    .createTable('project_results')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
}
