/** The version of the tables: an index of another version is emptied, and read from the logs again. */
export const SCHEMA_VERSION = 6;

/** The columns of a log file, in the order in which rows are written and, after the id, read. */
export const FILE_COLUMNS = [
  'agent',
  'root',
  'path',
  'session',
  'size',
  'mtime',
  'inode',
  'offset',
  'lines',
  'tail',
  'reader',
  'home',
  'bad_count',
  'bad',
] as const;

/** The columns of a call, in the order in which rows are written and read. */
export const CALL_COLUMNS = [
  'agent',
  'id',
  'session',
  'file',
  'at',
  'pos',
  'tool',
  'outcome',
  'waiting',
  'output',
  'detail',
] as const;

/** The columns of a message, in the order in which rows are written and read. */
export const MESSAGE_COLUMNS = ['agent', 'id', 'session', 'file', 'at', 'pos', 'text', 'thread'] as const;

/**
 * The tables of the index. Times are milliseconds since 1970; texts are redacted. Values that queries look for have columns, the
 * rest is JSON: a third of the columns took half of the time.
 */
export const TABLES = `
-- Log files, and the position up to which each was read. \`root\` is the folder of the agent: a run with another folder must not
-- treat the file as removed. \`tail\` is a hash of the bytes before the offset: if it differs, the file was rewritten. \`home\` is
-- the folder in which the session began.
create table files (
  id integer primary key, agent text not null, root text not null, path text not null, session text not null,
  size integer not null, mtime real not null, inode text not null, offset integer not null, lines integer not null,
  tail text not null, reader integer not null, home text, bad_count integer not null, bad text not null,
  unique (agent, path)
);
-- The facts of one file about one session.
create table sessions (
  agent text not null, session text not null, file integer not null, facts text not null,
  primary key (agent, session, file)
);
-- \`pos\` is the position within the file.
create table calls (
  agent text not null, id text not null, session text not null, file integer not null, at integer not null,
  pos integer not null, tool text not null, outcome text not null, waiting text, output text not null,
  detail text not null,
  primary key (id, agent)
);
create index calls_order on calls (session, agent, outcome, tool, at);
create index calls_waiting on calls (file) where waiting is not null;
-- The id is the agent's, or one made from session, time and text. \`thread\` is set if an agent wrote it.
create table messages (
  agent text not null, id text not null, session text not null, file integer not null, at integer not null,
  pos integer not null, text text not null, thread text,
  primary key (id, agent)
);
create index messages_order on messages (session, agent, at);
-- \`file\` also has calls that are stored under \`owner\`: when the owner is removed, the file must be read again.
create table copies (file integer not null, owner integer not null, primary key (file, owner));
-- What one session shows by itself, as long as it does not change. \`maker\` is everything else that it depends on, \`state\` the
-- state of the index from which it was made.
create table mined (
  agent text not null, session text not null, maker text not null, state text not null, text text not null,
  primary key (agent, session)
);
-- What the sessions of a project show together; \`source\` is a hash of all that it was made from.
create table findings (project text primary key, source text not null, text text not null);
create table meta (key text primary key, value text not null);
`;
