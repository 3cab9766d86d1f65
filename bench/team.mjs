// Measures the database of a team: npm run bench:team [-- --calls 1000000,3000000,10000000] [--machines 500] [--corpus FOLDER] [--json]
//
// It starts a PostgreSQL of its own on loopback, and sends with the product's TeamStore what so many machines of so many people find in so
// many calls. The server and all clients share the machine. A try takes seconds: npm run bench:team -- --calls 20000 --machines 20
//
// The number of groups per 1,000 calls comes from `hardwon sync --dry-run` over the bundled examples, and over real logs if there is a folder
// of them beside the checkout or in --corpus; see GROUPS_PER_1000.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { changeMachine, EVERYWHERE, MONTHS, makeMachine, monthOf, repositoryKey, seededRandom } from './team-data.mjs';

const root = resolve(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000,3000000,10000000' },
    machines: { type: 'string', default: '500' },
    corpus: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

/** Twice what real logs have, and a seventh of the bundled examples, which are short and made to fail. */
const GROUPS_PER_1000 = 12;
/** As in src/app/team/sync.ts. */
const BATCH = 500;
const PEOPLE = 2;
/** Machines that are measured at each size of the team. */
const MEASURED = 9;
/** Other machines that sync between two syncs of one. */
const OTHERS = 10;
const CLIENTS = 16;
const SECONDS = 5;
/** A project of its own, which stays the same while the team grows around it. */
const CONTROL = 'c0'.repeat(16);
const CONTROL_MACHINES = 20;
/** Months without rows of the measured projects, before those of the team. */
const OLD_MONTHS = 36;

const machines = Number(options.machines);
const folder = mkdtempSync(join(tmpdir(), 'hardwon-bench-'));
const bundle = join(root, 'node_modules', '.cache', `hardwon-bench-${process.pid}`);
let server;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end().then(() => process.exit(130)));
try {
  const team = await loadTeam();
  const calibration = calibrate();
  server = await team.startPostgres(['shared_buffers=256MB', 'max_wal_size=4GB']);
  const results = [];
  for (const calls of options.calls.split(',').map(Number)) results.push(await measureTeam(team, calls));
  if (options.json)
    console.log(
      JSON.stringify(
        { node: process.version, machines, groupsPer1000: GROUPS_PER_1000, calibration, results },
        null,
        2,
      ),
    );
  else print(calibration, results);
} finally {
  await end();
}

async function end() {
  await server?.stop();
  server = undefined;
  for (const path of [folder, bundle]) rmSync(path, { recursive: true, force: true });
}

/** The product's own code. Packages are taken from node_modules, which is why the bundle is beside them. */
async function loadTeam() {
  await build({
    cwd: root,
    input: { team: 'bench/team-entry.ts' },
    external: (id) => !/^[./]|^[A-Za-z]:[\\/]/.test(id) && id !== 'bench/team-entry.ts',
    platform: 'node',
    logLevel: 'silent',
    output: { dir: bundle, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  });
  return import(pathToFileURL(join(bundle, 'team.mjs')).href);
}

/** Counts the groups that the product would send, per 1,000 calls. */
function calibrate() {
  const corpus = resolve(options.corpus ?? join(root, '..', 'shared', 'corpora', 'home'));
  const examples = join(folder, 'examples');
  cpSync(join(root, 'examples', 'sessions'), join(examples, 'projects', 'harbour'), { recursive: true });
  const sources = {
    'bundled examples': [['claude-code', examples]],
    'real logs': [
      ['claude-code', join(corpus, '.claude')],
      ['codex', join(corpus, '.codex')],
      ['opencode', join(corpus, 'opencode-export')],
      ['pi', join(corpus, '.pi', 'agent')],
    ].filter(([, path]) => existsSync(path)),
  };
  return Object.entries(sources)
    .filter(([, places]) => places.length > 0)
    .map(([name, places]) => {
      const home = join(folder, `home-${name.slice(0, 4)}`);
      mkdirSync(home);
      const from = places.flatMap(([agent, path]) => ['--agent-dir', `${agent}=${path}`]);
      const { rows } = runCli(['sync', '--dry-run', '--json', ...from], home);
      const { projects } = runCli(['stats', '--all', '--json', ...from], home);
      const groups = rows.filter(({ table }) => table === 'seen');
      const calls = projects.reduce((sum, project) => sum + project.calls, 0);
      const general = groups.filter(({ row }) => row.project === EVERYWHERE).length;
      return {
        name,
        calls,
        groups: groups.length,
        per1000: (groups.length / calls) * 1000,
        general: general / groups.length,
      };
    });
}

function runCli(args, home) {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    NO_COLOR: '1',
    HARDWON_TEAM_URL: 'postgres://bench@127.0.0.1:1/team',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
    env,
    cwd: home,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`hardwon ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** One team with so many calls in all: everything that is measured on it. */
async function measureTeam(team, calls) {
  const now = Date.now();
  const database = await team.makeDatabase(server);
  await team.initTables(team.readTeamUrl(server.url(database)), {});
  await createPeople(database);
  const shape = { calls: calls / machines, groupsPer1000: GROUPS_PER_1000, now, printWords: team.printWords };
  const all = Array.from({ length: machines }, (_, number) => makeMachine(number, shape));
  const open = (machine, port) => team.openTeam(addressOf(database, machine, port), {});
  const bench = { team, database, all, open, now, random: seededRandom(`changes ${calls}`) };

  await sendControl(bench);
  const control = [{ when: 'alone', ...(await measureFetch(bench, [CONTROL])) }];
  const growth = [];
  const wire = {};
  let present = 0;
  for (const size of [10, 50, 200, 500].map((each) => Math.min(each, machines))) {
    if (size <= present) continue;
    const firsts = [];
    for (; present < size; present++) firsts.push(await timed(() => firstSync(bench, all[present])));
    await server.query(database, 'vacuum analyze');
    growth.push({
      machines: size,
      firstSync: median(firsts.slice(-MEASURED).map(({ ms }) => ms)),
      ...(await measureSyncs(bench, size)),
    });
    control.push({ when: `${size} machines`, ...(await measureFetch(bench, [CONTROL])) });
  }
  const sizes = await measureSizes(database);
  Object.assign(wire, await measureWire(bench));
  const joins = [];
  for (const number of [0, 1, 3, 7, 15, 31, 59])
    joins.push({ project: `repository ${number + 1}`, ...(await measureFetch(bench, [repositoryKey(number)])) });
  joins.push({ project: 'tools and machines', ...(await measureFetch(bench, [EVERYWHERE])) });
  const throughput = await measureThroughput(bench);
  await addOldMonths(bench);
  await server.query(database, 'vacuum analyze');
  control.push({ when: `${OLD_MONTHS} months more`, ...(await measureFetch(bench, [CONTROL])) });
  const later = await measureSyncs(bench, machines);
  await server.query('postgres', `drop database ${database} with (force)`);
  return { calls, sizes, wire, growth, later, control, joins: joins.filter(({ groups }) => groups > 0), throughput };
}

function addressOf(database, { person }, port = server.port) {
  return server.url(database, person).replace(`:${server.port}/`, `:${port}/`);
}

async function createPeople(database) {
  const names = Array.from({ length: machines }, (_, number) => `person${number}`);
  const list = names.map((name) => `create role ${name} login in role hardwon_member`);
  const { rows } = await server.query(database, "select 1 from pg_roles where rolname = 'person0'");
  if (rows.length === 0) await server.query(database, list.join(';'));
}

/** Sends rows in batches, and fetches, as src/app/team/sync.ts does: how long the database took, and the client with what came. */
async function sync({ team, open, now }, machine, rows, port) {
  const projects = [EVERYWHERE, ...machine.projects].sort();
  const { known } = machine;
  const { ms, result: fetched } = await timed(async () => {
    const store = await open(machine, port);
    try {
      await store.state();
      await send(store, machine, rows);
      const since = known && { horizon: known.horizon, generation: known.generation };
      return await store.fetch({ projects, kinds: machine.kinds, people: PEOPLE, ...(since ? { since } : {}) });
    } finally {
      await store.close();
    }
  });
  const place = {
    at: new Date(now),
    url: 'postgres://team',
    people: PEOPLE,
    roots: {},
    projects,
    kinds: machine.kinds,
  };
  const added = await timed(() => team.addFetched(known, fetched, place));
  machine.known = added.result;
  return {
    ms,
    client: added.ms,
    groups: fetched.groups.length,
    enough: fetched.groups.filter(({ people }) => people >= PEOPLE).length,
  };
}

async function send(store, machine, rows) {
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    const of = (table) => batch.flatMap((each) => (each.table === table ? each.row : []));
    const wanted = new Set(of('seen').map(({ project, words }) => `${project} ${words}`));
    const words = machine.words.filter(
      ({ project, id }) => wanted.has(`${project} ${id}`) && !machine.sent?.has(`${project} ${id}`),
    );
    await store.send({ words, seen: of('seen'), outcomes: of('outcome'), arms: of('arm'), decisions: of('decision') });
    machine.sent = new Set([...(machine.sent ?? []), ...wanted]);
  }
}

/** The first sync of a machine sends everything; what it fetches is measured apart. */
async function firstSync({ open }, machine) {
  const store = await open(machine);
  try {
    await send(store, machine, machine.rows);
  } finally {
    await store.close();
  }
}

async function sendChanges(bench, machine) {
  const store = await bench.open(machine);
  try {
    await send(store, machine, changeMachine(machine, bench.random, bench.now));
  } finally {
    await store.close();
  }
}

/** Syncs of some machines: the first fetch, one after ten others, and one after every other machine had changes. */
async function measureSyncs(bench, size) {
  const step = Math.max(1, Math.floor(size / MEASURED));
  const some = bench.all
    .slice(0, size)
    .filter((_, index) => index % step === 0)
    .slice(0, MEASURED);
  const [first, later, after] = [[], [], []];
  for (const machine of some) {
    machine.known = undefined;
    first.push(await sync(bench, machine, []));
    if (Object.keys(machine.known.refused).length > 0)
      throw new Error(`Words were refused: ${JSON.stringify(machine.known.refused)}`);
  }
  const others = async () => {
    for (let count = 0; count < OTHERS; count++) await sendChanges(bench, bench.all[Math.floor(bench.random() * size)]);
  };
  for (const machine of some) {
    // What came up to now is not measured.
    await sync(bench, machine, []);
    await others();
    later.push(await sync(bench, machine, changeMachine(machine, bench.random, bench.now)));
  }
  for (const machine of some) await sync(bench, machine, []);
  for (const machine of bench.all.slice(0, size)) await sendChanges(bench, machine);
  for (const machine of some) after.push(await sync(bench, machine, changeMachine(machine, bench.random, bench.now)));
  for (const machine of some) machine.known = undefined;
  return { firstFetch: middle(first), sync: middle(later), syncAfterAll: middle(after) };
}

function middle(list) {
  const of = (name) => median(list.map((each) => each[name]));
  return { ms: of('ms'), client: of('client'), groups: of('groups'), enough: of('enough') };
}

/** A project that twenty machines know: 200 groups, of which each has five. */
async function sendControl(bench) {
  const { all, now, team } = bench;
  for (const machine of all.slice(0, CONTROL_MACHINES)) {
    const random = seededRandom(`control ${machine.number}`);
    const words = team.printWords({
      kind: 'command',
      title: 'Run it',
      guidance: 'Run it again.',
      scope: [],
      reach: 'project',
    });
    const seen = Array.from({ length: 50 }, (_, index) => {
      const at = Math.round(now - random() * MONTHS * 30 * 86_400_000);
      return {
        ...{
          project: CONTROL,
          key: `control-${(index + machine.number * 10) % 200}`,
          kind: '',
          machine: machine.id,
          month: monthOf(at),
        },
        ...{
          words: words.id,
          state: 'ready',
          agents: 'codex',
          sender: '0.1.0',
          occurrences: 2,
          sessions: 1,
          failed: 2,
          succeeded: 0,
        },
        ...{ wasted_calls: 2, wasted_minutes: 1, first_at: at, last_at: at },
      };
    });
    const store = await bench.open(machine);
    await store.send({ words: [{ project: CONTROL, ...words }], seen, outcomes: [], arms: [], decisions: [] });
    await store.close();
  }
  await server.query(bench.database, 'vacuum analyze');
}

/** Joins everything of some projects: the median of several runs. */
async function measureFetch({ open, all }, projects) {
  const store = await open(all[0]);
  try {
    const runs = [];
    for (let run = 0; run < MEASURED; run++)
      runs.push(await timed(() => store.fetch({ projects, kinds: all[0].kinds, people: PEOPLE })));
    return { groups: runs[0].result.groups.length, ms: median(runs.map(({ ms }) => ms)) };
  } finally {
    await store.close();
  }
}

/** Rows by table, and bytes with all indexes and partitions. */
async function measureSizes(database) {
  const rows = {};
  for (const table of ['words', 'seen', 'outcome', 'arm', 'decision'])
    rows[table] = Number((await server.query(database, `select count(*) from hardwon.${table}`)).rows[0].count);
  const { rows: found } = await server.query(
    database,
    `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'hardwon' and c.relkind = 'r'`,
  );
  return { rows, bytes: Number(found[0].bytes) };
}

/** Bytes that go over the network, counted by a proxy: a first sync of a machine that is there already, and one with few changes. */
async function measureWire(bench) {
  const [machine] = bench.all.slice(-1);
  let [sent, received] = [0, 0];
  const proxy = createServer((client) => {
    const upstream = connect(server.port, '127.0.0.1');
    client.on('data', (data) => (sent += data.length)).pipe(upstream);
    upstream.on('data', (data) => (received += data.length)).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done));
  const { port } = proxy.address();
  const count = async (rows) => {
    [sent, received] = [0, 0];
    await sync(bench, machine, rows, port);
    return { rows: rows.length, sent, received };
  };
  machine.known = undefined;
  machine.sent = undefined;
  const first = await count(machine.rows);
  for (let other = 0; other < OTHERS; other++)
    await sendChanges(bench, bench.all[Math.floor(bench.random() * bench.all.length)]);
  const later = await count(changeMachine(machine, bench.random, bench.now));
  await new Promise((done) => proxy.close(done));
  return { first, later };
}

/** Clients that sync one machine after another, each with a connection of its own. */
async function measureThroughput(bench) {
  const { open, all } = bench;
  const times = [];
  const until = performance.now() + SECONDS * 1000;
  const begin = performance.now();
  const work = async (client) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const machine = all[(client + turn * CLIENTS) % all.length];
      const rows = changeMachine(machine, bench.random, bench.now);
      const { ms } = await timed(async () => {
        const store = await open(machine);
        try {
          const { horizon, generation } = await store.state();
          await send(store, machine, rows);
          // What the others changed in the meantime is fetched.
          const since = { horizon: Math.max(0, horizon - OTHERS), generation };
          await store.fetch({
            projects: [EVERYWHERE, ...machine.projects],
            kinds: machine.kinds,
            people: PEOPLE,
            since,
          });
        } finally {
          await store.close();
        }
      });
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  const seconds = (performance.now() - begin) / 1000;
  return { clients: CLIENTS, perSecond: times.length / seconds, ms: median(times) };
}

/** Months before those of the team, each with the rows of one other project. */
async function addOldMonths({ open, all, team, now }) {
  const store = await open(all[0]);
  const words = team.printWords({
    kind: 'command',
    title: 'Run it',
    guidance: 'Run it again.',
    scope: [],
    reach: 'project',
  });
  const old = Array.from({ length: OLD_MONTHS }, (_, index) => now - (MONTHS + 2 + index) * 30.4 * 86_400_000);
  for (const at of old.map(Math.round)) {
    const seen = Array.from({ length: BATCH }, (_, index) => ({
      ...{
        project: repositoryKey('old'),
        key: `old-${at}-${index}`.slice(0, 60),
        kind: '',
        machine: all[0].id,
        month: monthOf(at),
      },
      ...{
        words: words.id,
        state: 'ready',
        agents: 'codex',
        sender: '0.1.0',
        occurrences: 2,
        sessions: 1,
        failed: 2,
        succeeded: 0,
      },
      ...{ wasted_calls: 2, wasted_minutes: 1, first_at: at, last_at: at },
    }));
    await store.send({
      words: [{ project: repositoryKey('old'), ...words }],
      seen,
      outcomes: [],
      arms: [],
      decisions: [],
    });
  }
  await store.close();
}

async function timed(work) {
  const begin = performance.now();
  const result = await work();
  return { ms: performance.now() - begin, result };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function print(calibration, results) {
  for (const { name, calls, groups, per1000, general } of calibration)
    console.log(
      `${name}: ${groups} groups in ${calls} calls, ${per1000.toFixed(1)} per 1,000, ${Math.round(general * 100)}% about tools or machines`,
    );
  console.log(
    `${machines} machines of ${machines} people, ${GROUPS_PER_1000} groups per 1,000 calls; times are medians, those of syncs of the database and of the client`,
  );
  console.table(
    Object.fromEntries(
      describeRows(results).map(([name, tell]) => [
        name,
        Object.fromEntries(results.map((result) => [`${result.calls} calls`, tell(result)])),
      ]),
    ),
  );
}

function describeRows(results) {
  const ms = (value) => `${value.toFixed(1)} ms`;
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const time = ({ ms: value, client, groups }) =>
    `${ms(value)}${client === undefined ? '' : ` + ${ms(client)}`}, ${groups} groups`;
  const [{ growth, control, joins }] = results;
  return [
    [
      'rows per 1,000 calls',
      ({ calls, sizes }) =>
        ((Object.values(sizes.rows).reduce((sum, each) => sum + each, 0) / calls) * 1000).toFixed(1),
    ],
    ['database', ({ sizes }) => `${(sizes.bytes / 1e6).toFixed(0)} MB`],
    ['bytes per call', ({ calls, sizes }) => (sizes.bytes / calls).toFixed(1)],
    ['first sync, sent', ({ wire: { first } }) => `${kB(first.sent)}, ${first.rows} rows`],
    ['first sync, received', ({ wire: { first } }) => kB(first.received)],
    ['later sync, sent', ({ wire: { later } }) => `${kB(later.sent)}, ${later.rows} rows`],
    ['later sync, received', ({ wire: { later } }) => kB(later.received)],
    ...growth.flatMap(({ machines: size }, index) => [
      [`${size} machines: first send`, (result) => ms(result.growth[index].firstSync)],
      [`${size} machines: first fetch`, (result) => time(result.growth[index].firstFetch)],
      [`${size} machines: later sync`, (result) => time(result.growth[index].sync)],
      [`${size} machines: later sync after all others`, (result) => time(result.growth[index].syncAfterAll)],
    ]),
    [`later sync with ${OLD_MONTHS} months more`, ({ later }) => time(later.sync)],
    ...control.map(({ when }, index) => [`one project, ${when}`, (result) => time(result.control[index])]),
    ...joins.map(({ project }) => [
      `join of ${project}`,
      (result) => describeJoin(result.joins.find((each) => each.project === project)),
    ]),
    [
      `syncs per second, ${CLIENTS} clients`,
      ({ throughput }) => `${throughput.perSecond.toFixed(0)}, ${ms(throughput.ms)} each`,
    ],
  ];
}

function describeJoin(join) {
  return join === undefined ? '' : `${join.ms.toFixed(1)} ms, ${join.groups} groups`;
}
