import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HeadlessAgent } from '../agents/headless-agent.ts';
import { AppError } from '../shared/errors.ts';
import type { Environment } from '../shared/surroundings.ts';
import { TEACHER_FOLDER } from '../shared/teacher-folder.ts';
import type { Model } from './model.ts';

/** Uses the user's own agent as a model: without tools and hooks, in an empty folder, for one answer. */
export function agentModel(agent: HeadlessAgent, timeoutMs: number, env: Environment = process.env): Model {
  return {
    name: 'agent',
    destination: `${agent.name}, and the model behind it`,
    leavesMachine: true,
    timeoutMs,
    async ask({ system, message }, { signal }) {
      const cwd = await mkdtemp(join(tmpdir(), TEACHER_FOLDER));
      try {
        const run = await agent.run(`${system}\n\n${message}`, {
          cwd,
          // Hooks of hardwon are silent, however they were installed.
          env: { ...env, HARDWON_LIVE: 'off' },
          maxTurns: 1,
          permissions: 'none',
          timeoutMs,
          signal,
        });
        // An answer in one turn is all that was wanted.
        if ((run.outcome === 'done' || run.outcome === 'out-of-turns') && run.answer.trim() !== '') {
          const { inputTokens, outputTokens, costUsd } = run;
          return { text: run.answer, model: run.model, usage: { inputTokens, outputTokens, costUsd } };
        }
        if (run.outcome === 'stopped') throw new AppError('unavailable', 'It was stopped.');
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
