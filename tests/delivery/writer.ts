/** A hardwon of its own: adds one lesson to a project, as `learn --apply` would. Run as a child process by many-writers.test.ts. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlan, planAndApply } from '../../src/delivery/apply.ts';
import { planDelivery } from '../../src/delivery/plan.ts';
import { AppError } from '../../src/shared/errors.ts';
import { makeLesson } from '../memory/lessons.ts';

const [base = '', number = '', way = ''] = process.argv.slice(2);
const home = join(base, 'home');
const options = { dataDir: join(base, 'data'), now: new Date('2026-03-01T12:00:00Z'), lock: { timeoutMs: 60_000 } };
const lesson = makeLesson({
  fingerprint: `fact ${number}`,
  title: `Fact ${number}`,
  guidance: `About fact-${number}.`,
});
const makePlan = () =>
  planDelivery({
    projectRoot: join(home, 'orchard'),
    home,
    env: {},
    agents: ['claude-code'],
    lessons: [lesson],
    now: options.now,
    budget: 100_000,
    anonymise: (text) => text,
  });

// All start at once, when the last of them is there.
writeFileSync(join(base, `ready-${number}`), '');
while (!existsSync(join(base, 'go'))) await new Promise((done) => setTimeout(done, 5));
if (way === 'in one') await planAndApply(makePlan, options);
else await applyUntilAccepted();

/** A plan that another writer overtook is refused, and made again. */
async function applyUntilAccepted(): Promise<void> {
  for (;;) {
    try {
      await applyPlan(await makePlan(), options);
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    }
  }
}
