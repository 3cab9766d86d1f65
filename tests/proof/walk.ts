import type { Call } from '../../src/agents/call.ts';
import { type BacktestInput, backtestProject, type ProjectBacktest } from '../../src/proof/backtest-project.ts';
import { type ProofFigures, sumUp } from '../../src/proof/figures.ts';
import type { FoldChoice, SessionSpan } from '../../src/proof/folds.ts';
import { call, roots } from '../lessons/story.ts';

/** What a replay is made with, where a test is about it. */
export interface WalkOptions {
  choice?: FoldChoice;
  budget?: number;
}

/** The input of a backtest over made-up sessions. */
export function inputOf(
  sessions: readonly Call[][],
  { choice = { folds: 10 }, budget }: WalkOptions = {},
): BacktestInput {
  const spans = sessions.map(spanOf).sort((a, b) => a.firstAt - b.firstAt);
  return {
    project: 'orchard',
    spans,
    async *read(wanted) {
      for (const { session } of wanted) {
        const calls = sessions.find((one) => one[0]?.session === session) ?? [];
        yield { agent: calls[0]?.agent ?? '', session, calls, messages: [], statements: [] };
      }
    },
    roots,
    choice,
    delivery: {
      projectRoot: '/srv/orchard',
      home: '/home/ada',
      anonymise: (text) => text,
      destinations: [
        {
          file: { name: 'CLAUDE.md', path: '/srv/orchard/CLAUDE.md', root: '/srv/orchard', isShared: true },
          readers: ['claude-code'],
          takes: ({ kind }) => kind !== 'missing-path' && kind !== 'retry' && kind !== 'permission',
        },
      ],
      ...(budget === undefined ? {} : { budget }),
    },
  };
}

/** Replays made-up sessions. */
export async function walk(
  sessions: readonly Call[][],
  options?: WalkOptions,
): Promise<ProjectBacktest & { figures: ProofFigures }> {
  const result = await backtestProject(inputOf(sessions, options));
  return { ...result, figures: sumUp(result.tallies, false) };
}

function spanOf(calls: readonly Call[]): SessionSpan {
  const times = calls.map((one) => one.at);
  const [first] = calls;
  return {
    agent: first?.agent ?? '',
    session: first?.session ?? '',
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
  };
}

/** A session on a day in which a flag is tried that `gh pr diff` does not know, and then the right one. */
export function wrongFlag(day: number): Call[] {
  const session = `s${day}`;
  return [
    call(
      session,
      1,
      { command: `gh pr diff ${day} --stat` },
      { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' },
    ),
    call(session, 2, { command: `gh pr diff ${day} --name-only` }),
  ];
}

/** A session on a day in which nothing goes wrong. */
export function quietDay(day: number, commands: readonly string[] = ['git status', 'git log -3']): Call[] {
  return commands.map((command, index) => call(`s${day}`, index + 1, { command }));
}
