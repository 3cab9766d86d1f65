import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBuiltStage, type Stage } from './stage.ts';

/** A task for it. */
export const TASK = 'Say that there is none';

/** Writes the answer that the tests want only if it was told of it. */
export const AGENT = `
const fs = require('fs');
const task = process.argv[2];
fs.appendFileSync(process.env.HOME + '/prompts.txt', process.env.HARDWON_ATTEMPT_OF + '\\n' + task + '\\n===\\n');
if (task.includes('Please hang')) setInterval(() => {}, 1000);
else if (task.includes('riddle')) fs.writeFileSync('answer.js', 'exports.answer = ' + (task.includes('failed these tests') ? '"a wolf"' : '"a sheep"') + ';\\n');
else fs.writeFileSync('answer.js', 'exports.answer = ' + (/must be|expects/.test(task) ? 'null' : '0') + ';\\n');
`;

const TEST = `const assert = require('node:assert/strict');
const { test } = require('node:test');
test('there is no answer', () => assert.equal(require('./answer.js').answer, null));
test('this passes', () => {});
`;

/** A project whose tests want an answer, and an agent that gives it only where it was told of it. */
export async function loopStage(settings: object = {}, make = makeBuiltStage): Promise<Stage & { root: string }> {
  const stage = await make();
  const agent = join(stage.home, 'agent.cjs');
  await writeFile(agent, AGENT);
  // Scripts are CommonJS below here, whatever a folder above the temporary one says.
  await writeFile(join(stage.home, 'package.json'), '{}');
  const loop = { command: [process.execPath, agent, '{task}'] };
  await stage.write('answer.js', 'exports.answer = 1;\n');
  await stage.write('answer.test.js', TEST);
  await stage.git(['add', '--all']);
  await stage.git(['commit', '--quiet', '--message', 'start']);
  const folder = join(stage.home, '.config/hardwon');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'hardwon.config.json'),
    JSON.stringify({ loop, tests: { command: ['node', '--test'] }, ...settings }),
  );
  return { ...stage, root: stage.project };
}
