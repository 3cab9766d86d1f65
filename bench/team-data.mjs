// What the machines of a team send, the same each time. The shares below follow a dry run of `hardwon sync` over 16,000 calls of real logs:
// two fifths of the groups are facts about tools or machines, half of those hold for one kind of them, and half of all groups are ready.
import { createHash } from 'node:crypto';

/** Facts about tools and machines, which join across projects. */
export const EVERYWHERE = '*';
export const MONTHS = 12;

const REPOSITORIES = 60;
const MONTH = 30.4 * 86_400_000;
const CALLS_PER_SESSION = 56;
const GENERAL = 0.4;
const MACHINES = ['linux/bash', 'linux/zsh', 'darwin/zsh', 'win32/powershell'];
const CLIENTS = ['claude-code/2', 'codex/0', 'opencode/1', 'gemini/0'];

/** A Zipf distribution: the first of `size` things is twice as frequent as the second. */
function makeZipf(size) {
  const sums = [];
  for (let rank = 1; rank <= size; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  return (random) => {
    const wanted = random() * sums[size - 1];
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const chooseRepository = makeZipf(REPOSITORIES);
const chooseShared = { [EVERYWHERE]: makeZipf(400), other: makeZipf(150) };

export function seededRandom(seed) {
  let state = hash(String(seed)).readUInt32LE(0);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function hash(text) {
  return createHash('sha256').update(text).digest();
}

function hex(text, length) {
  return hash(text).toString('hex').slice(0, length);
}

export function repositoryKey(number) {
  return hex(`repository ${number}`, 32);
}

/** Year and month as a number: 202611. */
export function monthOf(time) {
  const date = new Date(time);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** The repositories that a machine works in: some in one, most in a few. */
function chooseProjects(random) {
  const count = 1 + Math.floor(random() * 6);
  const chosen = new Set();
  while (chosen.size < count) chosen.add(chooseRepository(random));
  return [...chosen].map(repositoryKey);
}

/**
 * Returns one machine: its person, kinds and projects, and the rows and words of its first sync after so many calls.
 *
 * @param team `calls` of one machine, `groupsPer1000` calls, the time `now`, and `printWords` of the product
 */
export function makeMachine(number, { calls, groupsPer1000, now, printWords }) {
  const random = seededRandom(`machine ${number}`);
  const id = hex(`machine ${number}`, 16);
  const kinds = [pick(MACHINES, random), pick(CLIENTS, random)];
  const projects = chooseProjects(random);
  const words = new Map();
  const rows = [];
  // Some use agents much more than others: 0.25 to 1.75 times the mean.
  const own = calls * (0.25 + 1.5 * random());
  const groups = Math.max(1, Math.round((own * groupsPer1000) / 1000));
  const seen = new Map();
  for (let made = 0; made < groups; made++) {
    const project = random() < GENERAL ? EVERYWHERE : pick(projects, random);
    const { key, wording } = chooseKey(project, number, made, random);
    const kind = project === EVERYWHERE && hash(key)[0] % 2 === 0 ? pick(kinds, random) : '';
    const text = printWords(sayIt(project, key, wording));
    words.set(`${project} ${text.id}`, { project, ...text });
    const last = Math.round(now - random() * MONTHS * MONTH * random());
    const occurrences = 1 + Math.floor(8 * random() * random());
    seen.set(`${project} ${key} ${kind}`, {
      ...{
        project,
        key,
        kind,
        machine: id,
        month: monthOf(last),
        words: text.id,
        state: random() < 0.5 ? 'ready' : 'once',
      },
      ...{ agents: 'claude-code', sender: '0.1.0', occurrences, sessions: Math.ceil(occurrences / 2) },
      ...{
        failed: occurrences,
        succeeded: Math.floor(3 * random()),
        wasted_calls: 2 * occurrences,
        wasted_minutes: occurrences,
      },
      ...{ first_at: Math.round(last - random() * MONTH), last_at: last },
    });
  }
  for (const row of seen.values()) rows.push({ table: 'seen', row });
  for (const { project, key, state } of seen.values())
    if (state === 'ready')
      for (const month of monthsBefore(now, Math.ceil(random() * 4), random))
        rows.push({ table: 'outcome', row: { project, key, machine: id, month, ...countShown(random) } });
  for (const { project, key } of seen.values())
    if (random() < 0.02)
      rows.push({
        table: 'decision',
        row: { project, key, scope: 'own', verdict: pick(['confirmed', 'rejected'], random), at: now },
      });
  rows.push(...makeArms(id, projects, own, now, random));
  return { number, person: `person${number}`, id, kinds, projects, rows: unique(rows), words: [...words.values()] };
}

/** Half of the groups are found by one machine alone; of the others, few are found by many. */
function chooseKey(project, machine, made, random) {
  if (random() < 0.5) return { key: hex(`${project} ${machine} ${made}`, 16), wording: 0 };
  const rank = (chooseShared[project] ?? chooseShared.other)(random);
  return { key: hex(`${project} shared ${rank}`, 16), wording: random() < 0.85 ? 0 : 1 };
}

/** Words of about 285 bytes, the median of real ones. */
function sayIt(project, key, wording) {
  const command = `make berth-${key.slice(0, 6)}`;
  return {
    kind: 'command',
    title: `Run \`${command}\` from the folder of the harbour`,
    guidance: `\`${command}\` fails outside the folder of the harbour, as it finds no list of berths there${wording === 0 ? '' : ', whoever calls it'}. Change to that folder first, and call it again.`,
    scope: [],
    reach: project === EVERYWHERE ? 'general' : 'project',
  };
}

function countShown(random) {
  const shown = 1 + Math.floor(random() * 6);
  const followed = Math.floor(random() * (shown + 1));
  return { shown, stopped: 0, followed, helped: followed, mistakes: shown - followed, false_alarms: 0 };
}

function monthsBefore(now, count, random) {
  return Array.from({ length: count }, () => monthOf(now - random() * MONTHS * MONTH));
}

/** Sessions with and without hooks, by month and number of known failures. */
function makeArms(machine, projects, calls, now, random) {
  const counts = new Map();
  for (let session = 0; session < calls / CALLS_PER_SESSION; session++) {
    const arm = random() < 0.8 ? 'told' : 'held-out';
    const [month] = monthsBefore(now, 1, random);
    const row = { project: pick(projects, random), machine, month, arm, failures: Math.floor(4 * random() * random()) };
    const name = Object.values(row).join(' ');
    counts.set(name, { ...row, sessions: (counts.get(name)?.sessions ?? 0) + 1 });
  }
  return [...counts.values()].map((row) => ({ table: 'arm', row }));
}

/** Returns what a machine sends after some more work: three groups that came up again now, an outcome and a session. */
export function changeMachine(machine, random, now) {
  const found = machine.rows.filter(({ table }) => table === 'seen');
  const again = [...new Set([1, 2, 3].map(() => pick(found, random)))];
  for (const { row } of again) {
    row.occurrences++;
    row.failed++;
    row.last_at = now;
    row.month = monthOf(now);
  }
  const [{ row: first }] = again;
  const outcome = {
    project: first.project,
    key: first.key,
    machine: machine.id,
    month: monthOf(now),
    ...countShown(random),
  };
  const failures = Math.floor(4 * random() * random());
  const session = {
    project: pick(machine.projects, random),
    machine: machine.id,
    month: monthOf(now),
    arm: 'told',
    failures,
  };
  return [
    ...again,
    { table: 'outcome', row: outcome },
    { table: 'arm', row: { ...session, sessions: 1 + Math.floor(random() * 9) } },
  ];
}

function unique(rows) {
  const byName = new Map(
    rows.map((each) => [
      [each.table, each.row.project, each.row.key, each.row.kind, each.row.month, each.row.arm, each.row.failures].join(
        ' ',
      ),
      each,
    ]),
  );
  return [...byName.values()];
}

function pick(things, random) {
  return things[Math.floor(random() * things.length)];
}
