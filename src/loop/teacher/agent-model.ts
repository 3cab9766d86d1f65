import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { HeadlessAgent } from '../headless-agent.ts';
import type { Model } from './model.ts';

/** Uses the user's own agent as a model: without tools, in an empty folder, for one answer. */
export function agentModel(agent: HeadlessAgent, timeoutMs: number): Model {
  return {
    name: 'agent',
    destination: `${agent.name}, and the model behind it`,
    leavesMachine: true,
    async ask({ system, message }, { signal }) {
      const cwd = await mkdtemp(join(tmpdir(), 'hardwon-teacher-'));
      try {
        const run = await agent.run(`${system}\n\n${message}`, {
          cwd,
          maxTurns: 1,
          permissions: 'none',
          timeoutMs,
          signal,
        });
        // An answer in one turn is all that was wanted.
        if ((run.outcome === 'done' || run.outcome === 'out-of-turns') && run.answer.trim() !== '')
          return { text: run.answer, usage: run.costUsd === undefined ? undefined : { costUsd: run.costUsd } };
        if (run.outcome === 'timed-out')
          throw new AppError(
            'unavailable',
            `${agent.name} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`,
            {
              hint: 'Give it more time with teacher.timeout.',
            },
          );
        const why = run.answer.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
        throw new AppError('unavailable', `${agent.name} gave no answer (${run.outcome})${why ? `: ${why}` : ''}.`, {
          hint: 'Run it once by hand to see that it is logged in, or choose another teacher with --teacher.',
        });
      } finally {
        await rm(cwd, { recursive: true, force: true });
      }
    },
  };
}
