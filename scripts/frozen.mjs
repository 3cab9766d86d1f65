// Keeps what the built tool answers, and says later what it answers differently.
//
//     npm run frozen -- FOLDER --make     writes the answers into a folder outside the repository
//     npm run frozen -- FOLDER            compares: prints each line that differs, and ends with 1 if one does
//
// Answers: `learn --all` and the judgement of each call of each home folder in ../shared/corpora (or --corpora FOLDER), the lessons that
// golden cases expect, and on the bundled sessions the commands that print JSON, the page's API, and hooks.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { diffLines } from 'diff';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  options: { make: { type: 'boolean' }, corpora: { type: 'string' } },
  allowPositionals: true,
});
const folder = positionals[0] && resolve(positionals[0]);
if (!folder || !relative(root, folder).startsWith('..') || (values.make ? existsSync(folder) : !existsSync(folder))) {
  console.error('frozen: name a folder outside the repository: a new one with --make, or one that was made before');
  process.exit(2);
}
const corpora = resolve(values.corpora ?? join(root, '../shared/corpora'));
/** Commands in their order: later ones see what earlier ones wrote. */
const COMMANDS = `
learn
learn --all
agents
projects
why L-001
why L-003
stats --all
backtest
promote
import
install claude
learn --apply
install all --apply
learn
doctor
consult
consult --phase verify --files src
check make
check "No such file"
memory
memory show L-002
memory search test
tidy
confirm L-001
reject L-002
restore L-002
merge L-003 L-004
capture "Run \`make seed\` before \`npm test\`" --yes
resolve
report-failure --failure-type other --description "It edits generated files" --yes
promote L-001 --as rule --dry-run
learn-fix --tool deploy --error-pattern "no such tag" --fix push
check deploy
debug "npm run build"
share --dry-run
heal -- node --version
recipe list
stats --effect
undo --list
undo
unshare
sync --dry-run
review
run
`
  .trimEnd()
  .split('\n');

/** Always the same, because ids of projects depend on paths. */
const scratch = join(tmpdir(), 'hardwon-frozen');
const answers = new Map();
if (existsSync(scratch)) {
  console.error(`frozen: delete ${scratch}, unless another run is using it`);
  process.exit(2);
}
mkdirSync(scratch);
try {
  for (const name of existsSync(corpora) ? readdirSync(corpora) : []) {
    if (existsSync(join(corpora, name, '.claude'))) await freezeCorpus(name);
  }
  freezeGolden();
  await freezeExamples();
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
if (values.make) {
  for (const [name, text] of answers) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  console.log(`${answers.size} answers`);
} else compare();

async function freezeCorpus(name) {
  const home = join(corpora, name);
  const env = environment(home, join(scratch, name));
  answers.set(`${name}/learn.json`, clean(run(['learn', '--all', '--json'], { env, cwd: scratch }), home));
  const judgeCalls = await loadJudge();
  answers.set(`${name}/judgements.txt`, (await judgeCalls(home, env)).join('\n'));
}

/** The judge of the source, not of the build: no command prints what every call was judged to be. */
async function loadJudge() {
  const file = join(root, 'dist/frozen/judgements.mjs');
  const isPackage = (id) => !/^[./]|^[A-Za-z]:/.test(id);
  const bundle = await rolldown({
    cwd: root,
    input: './scripts/frozen-judgements.ts',
    external: isPackage,
    platform: 'node',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  const { judgeCalls } = await import(pathToFileURL(file).href);
  rmSync(dirname(file), { recursive: true });
  return judgeCalls;
}

function freezeGolden() {
  const golden = join(root, 'tests/golden');
  for (const file of readdirSync(golden, { recursive: true }).sort())
    if (file.endsWith('expected.yaml'))
      answers.set(`golden/${file.replaceAll('\\', '/')}`, readFileSync(join(golden, file), 'utf8'));
}

async function freezeExamples() {
  const kept = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'demo', '--keep', '--json'], {
    env: { ...environment('', scratch), HOME: scratch, TMPDIR: scratch },
    encoding: 'utf8',
  });
  const [, made = ''] = /HOME=(.*), project /.exec(kept.stderr) ?? [];
  const [home, project] = [join(scratch, 'ada'), join(scratch, 'ada/harbour')];
  renameSync(made, home);
  rmSync(join(home, '.cache'), { recursive: true });
  for (const file of readdirSync(home, { recursive: true }).filter((name) => name.endsWith('.jsonl')))
    writeFileSync(join(home, file), readFileSync(join(home, file), 'utf8').replaceAll(made, home));
  const env = environment(home, home);
  answers.set('commands/demo.json', clean(kept.stdout, made));
  for (const [at, command] of COMMANDS.entries()) {
    const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
    const split = args.indexOf('--');
    const json = split < 0 ? [...args, '--json'] : [...args.slice(0, split), '--json', ...args.slice(split)];
    const name = `commands/${String(at).padStart(2, '0')} ${command.replaceAll(/[^\w .-]/g, '')}.json`;
    answers.set(name, clean(run(json, { env, cwd: project, input: '' }), home));
  }
  freezeHooks(env, project, home);
  await freezePage(env, project, home);
}

/** Every call of the bundled sessions, before and after it runs, as Claude Code sends it; the first twenty as other agents do. */
function freezeHooks(env, project, home) {
  const told = [];
  const sessions = join(root, 'examples/sessions');
  for (const file of readdirSync(sessions).filter((name) => name.endsWith('.jsonl'))) {
    const records = readFileSync(join(sessions, file), 'utf8')
      .replaceAll('/home/mara/harbour', project)
      .trim()
      .split('\n')
      .filter((line) => /"(?:tool_use|tool_result)"/.test(line))
      .map((line) => JSON.parse(line));
    const blocks = records.flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));
    const common = { session_id: `frozen-${file}`, cwd: project };
    const send = (event, fields, agent = 'claude-code') => {
      const options = { input: JSON.stringify({ ...common, ...fields }), env, cwd: project, encoding: 'utf8' };
      const { stdout, status } = spawnSync(process.execPath, [join(root, 'dist/hook.js'), event, agent], options);
      told.push(clean(`${agent} ${event} ${JSON.stringify(fields.tool_input ?? '')} ${status} ${stdout.trim()}`, home));
    };
    send('session-start', { source: 'startup' });
    for (const { type, id, name, input } of blocks.filter((block) => block.type === 'tool_use')) {
      const call = { tool_use_id: id, tool_name: name, tool_input: input };
      const result = blocks.find((block) => block.tool_use_id === id);
      send('pre-tool-use', call);
      if (type && result?.is_error) send('post-tool-use-failure', { ...call, error: String(result.content) });
      if (told.length < 40)
        for (const agent of ['codex', 'copilot', 'cursor', 'gemini', 'opencode']) send('pre-tool-use', call, agent);
    }
  }
  answers.set('hooks.txt', told.join('\n'));
}

async function freezePage(env, cwd, home) {
  const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'ui', '--json', '--read-only', '--port', '0'], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let text = '';
    for await (const chunk of server.stdout) {
      text += chunk;
      if (text.trimEnd().endsWith('}')) break;
    }
    const { address, token } = JSON.parse(text);
    const get = async (path) =>
      (await fetch(new URL(path, address), { headers: { authorization: `Bearer ${token}` } })).json();
    while ((await get('/api/status')).reading) await new Promise((done) => setTimeout(done, 100));
    const paths = ['overview', 'failures', 'projects', 'lessons', 'sessions', 'calls', 'diff'].map(
      (name) => `/api/${name}`,
    );
    for (const path of paths) {
      const answer = await get(path);
      answers.set(`page${path}.json`, clean(JSON.stringify(answer, undefined, 1), home));
      if (path === '/api/lessons')
        for (const { project, id } of answer.rows ?? answer.lessons ?? [])
          paths.push(`/api/lessons/${project.id ?? project}/${id}`);
      if (path === '/api/sessions')
        for (const { agent, session } of answer.rows ?? answer.sessions ?? [])
          paths.push(`/api/sessions/${agent}/${session}`);
    }
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

function environment(home, own) {
  const [cache, config, data, state] = ['.cache', '.config', '.local/share', '.local/state'].map((name) =>
    join(own, name),
  );
  const folders = { XDG_CACHE_HOME: cache, XDG_CONFIG_HOME: config, XDG_DATA_HOME: data, XDG_STATE_HOME: state };
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    ...folders,
    TZ: 'UTC',
    NO_COLOR: '1',
    HARDWON_NOW: '2026-03-21T18:00:00Z',
  };
}

function run(args, options) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    ...options,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return stdout === '' ? `${status}\n${stderr}` : `${status}\n${stdout}`;
}

/** Leaves out what differs from run to run: where the scratch folder and the checkout are, and how long something took. */
function clean(text, home) {
  const placed = text.replaceAll(home, '~').replaceAll(root, '<checkout>').replaceAll(scratch, '<scratch>');
  return placed
    .replaceAll(/("ms": |\b)\d+( ms\b|(?<="ms": \d+))/g, '$1#$2')
    .replaceAll(/[\d.]+ times\./g, '# times.')
    .replaceAll(/hardwon-demo-\w{6}/g, 'hardwon-demo-#');
}

function compare() {
  let differing = 0;
  const before = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/')),
  );
  for (const name of [...new Set([...before, ...answers.keys()])].sort()) {
    const [old, now] = [before.has(name) ? readFileSync(join(folder, name), 'utf8') : '', answers.get(name) ?? ''];
    if (old === now) continue;
    differing++;
    console.log(`\n== ${name}${before.has(name) ? (answers.has(name) ? '' : ': gone') : ': new'}`);
    if (before.has(name) && answers.has(name))
      for (const { added, removed, value } of diffLines(old, now))
        if (added || removed) console.log(value.trimEnd().replaceAll(/^/gm, added ? '+ ' : '- '));
  }
  console.log(`${differing} of ${answers.size} answers differ`);
  process.exitCode = differing > 0 ? 1 : 0;
}
