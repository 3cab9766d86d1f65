// Measures what hooks add to a call inside the real clients: node bench/clients.mjs [--calls 120] [--clients claude-code,codex]
//
// Two homes with the same project and lessons, one of them with hooks. A scripted model has the client run `echo` again and again, in sessions
// of 20 calls that the two take in turn; a call lasts from the request before it to the one after it. `npm run build` and the clients that
// `npm run test:full` installs must be there.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { quantile } from './place.mjs';

const support = resolve(fileURLToPath(import.meta.url), '../../tests/full/support');
const load = async (path) => (await runnerImport(resolve(support, path), { logLevel: 'error' })).module;
const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '120' },
    clients: { type: 'string', default: 'claude-code,codex,gemini,opencode' },
  },
});
const CALLS_OF_A_SESSION = 20;

const { makeClientStage } = await load('client-stage.ts');
const { files, withPrograms, writeProof } = await load('live-project.ts');
const { trustingHooks } = await load('clients/trusting-codex.ts');
const real = {
  'claude-code': (await load('clients/claude-code.ts')).claudeCode,
  codex: trustingHooks((await load('clients/codex.ts')).codex),
  gemini: (await load('clients/gemini.ts')).gemini,
  opencode: (await load('clients/opencode.ts')).openCode,
};

console.log(
  '| | calls each | without hooks, median ms | with hooks | added | added at p90 |\n|---|---|---|---|---|---|',
);
for (const name of options.clients.split(',')) {
  const homes = [await makeHome(real[name], false), await makeHome(real[name], true)];
  const times = [[], []];
  try {
    while (times[1].length < Number(options.calls))
      for (const [index, { stage, client }] of homes.entries()) times[index].push(...(await timeCalls(stage, client)));
  } finally {
    for (const { stage } of homes) await stage.clear();
  }
  const [without, hooked] = times.map((each) => each.sort((a, b) => a - b));
  const at = (list, share) => Math.round(quantile(list, share));
  const cells = [
    at(without, 0.5),
    at(hooked, 0.5),
    at(hooked, 0.5) - at(without, 0.5),
    at(hooked, 0.9) - at(without, 0.9),
  ];
  console.log(`| ${name} | ${hooked.length} | ${cells.join(' | ')} |`);
}

async function makeHome(bare, hasHooks) {
  const stage = await makeClientStage(files);
  const client = await withPrograms(bare, stage);
  await writeProof(stage);
  await run(stage, 'learn', '--apply');
  // Gemini's own settings are written anew for each session.
  const scope = client.agent === 'gemini' ? '--project' : '--user';
  if (hasHooks) await run(stage, 'install', client.agent, scope, '--apply');
  return { stage, client };
}

async function run(stage, ...args) {
  const { code, stderr } = await stage.run(...args);
  if (code !== 0) throw new Error(`hardwon ${args.join(' ')} ended with ${code}: ${stderr}`);
}

/** The first call of a session is left out: clients load what they need for it. */
async function timeCalls(stage, client) {
  const steps = Array.from({ length: CALLS_OF_A_SESSION + 1 }, (_, number) => ({ shell: `echo quay ${number}` }));
  const { asked } = await stage.work(client, ...steps);
  return asked.slice(2).map(({ at }, index) => at - asked[index + 1].at);
}
