import type { ShellCommand } from './command.ts';
import type { Program } from './program.ts';

/** Databases: clients and servers. */
export const databasesPrograms: readonly Program[] = [
  {
    names: 'psql',
    hasNoVerbs: true,
    valueFlags: '-c -f -h -p -U -d -v -F -o --command --file --host --port --username --dbname --set',
    hasOtherH: true,
    pathFlags: '-f',
    operands: 'no-paths',
    looksIf: readsDatabase,
    changesIf: writesDatabase,
    causes: [
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
    ],
    isNoWord: true,
    guardedInProse: true,
  },
  { names: 'pg_isready', hasOtherH: true, looks: true, asks: true },
  { names: 'pg_dump', hasOtherH: true },
  { names: 'pg_restore', hasOtherH: true, changes: true },
  { names: 'pg_ctl', changes: true },
  { names: 'initdb', changes: true },
  { names: 'createdb', hasOtherH: true, changes: true },
  { names: 'dropdb', hasOtherH: true, changes: true, guardedInProse: true },
  { names: 'createuser', changes: true },
  { names: 'postgres', changes: true },
  {
    names: 'mysql',
    hasNoVerbs: true,
    valueFlags: '-h -u -p -P -D -e --host --user --port --database --execute',
    hasOtherH: true,
    operands: 'no-paths',
    looksIf: readsDatabase,
    changesIf: writesDatabase,
  },
  { names: 'mysqldump', hasOtherH: true },
  { names: 'mysqladmin', hasOtherH: true, asksIf: ({ operands }) => operands.includes('ping') },
  { names: 'mysqld', changes: true },
  { names: 'mysql_install_db', changes: true },
  {
    names: 'sqlite3',
    hasNoVerbs: true,
    valueFlags: '-cmd -separator -init -nullvalue',
    pathFlags: '-init',
    operands: ({ flags }) => (flags.includes('-c') ? () => 'explicit' : (operand) => (operand === 0 ? 'path' : 'none')),
    looksIf: readsDatabase,
    changesIf: writesDatabase,
    causes: [
      { id: 'sqlite.table', kind: 'bad-argument', has: 'no such table', line: /no such table: (?<subject>\w+)/ },
    ],
  },
  {
    names: 'duckdb',
    operands: ({ flags }) => (flags.includes('-c') ? () => 'explicit' : (operand) => (operand === 0 ? 'path' : 'none')),
    looksIf: readsDatabase,
  },
  {
    names: 'redis-cli',
    hasNoVerbs: true,
    valueFlags: '-h -p -a -n -u',
    hasOtherH: true,
    operands: 'no-paths',
    asksIf: ({ operands }) => operands.includes('ping'),
  },
  { names: 'redis-server', changes: true },
  { names: 'mongosh', hasNoVerbs: true, hasOtherH: true },
  { names: 'mongo', hasOtherH: true },
  { names: 'mongod', changes: true },
  { names: 'influx', hasOtherH: true },
];

const WRITES_SQL = /\b(?:insert|update|delete|create|drop|alter|truncate|grant|vacuum|replace)\b/i;

function readsDatabase(command: ShellCommand): boolean {
  const code = command.arguments
    .map((argument) => argument.value ?? argument.text)
    .filter((text) =>
      /^\s*(?:select|show|explain|describe|pragma|with|\\[dlz]|\.(?:schema|tables|databases|indexes|dump|help))/i.test(
        text,
      ),
    );
  return code.length > 0 && !code.some((text) => WRITES_SQL.test(text)) && !command.flags.includes('-f');
}

function writesDatabase({ flags, redirects, args }: ShellCommand): boolean {
  return (
    flags.includes('-f') ||
    redirects.some(({ op }) => op === '<') ||
    args.some((arg) => /^\s*(?:create|insert|alter|drop|update|delete|grant)\b/i.test(arg))
  );
}
