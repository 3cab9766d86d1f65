import { DEFAULT_LIVE, type SnapshotHeader, type SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { readTrigger } from '../lessons/triggers/compile.ts';
import { readLiveCalls } from './candidates.ts';
import { findKnownIssues } from './known-issues.ts';
import { SessionFacts } from './session-facts.ts';

/** Runs what a call with a lesson runs, on calls of nobody: V8 compiles what is run, and only that can be kept. */
export function warmUp(): void {
  const memory = { path: '', size: 0, mtimeMs: 0 };
  const watched = { words: [], anyCommand: false, commands: [], reads: false, writes: false };
  const header: SnapshotHeader = { root: '/x', folders: ['/x'], memory, live: DEFAULT_LIVE, reads: {}, watched, ranked: [] };
  const facts = new SessionFacts('', '', '');
  for (const rule of ['Bash(npm run nothing *)', 'Read(nothing/**)']) {
    const lesson = { ...readTrigger({ rule }), id: '', text: '', hash: '', mode: 'warn', failed: 0, succeeded: 0, seen: 0 };
    const command = 'cd web && NAME=1 npm run "some thing" --flag=x a/b.ts 2>&1 | tail -20';
    const calls = readLiveCalls({ id: '', name: 'Bash', input: { command } }, '/x', undefined);
    const ended = { calls, outcome: 'failed', text: 'Exit code 1\nsomething failed' } as const;
    findKnownIssues(ended, [lesson as unknown as SnapshotLesson], { header, checkout: '/x', facts });
  }
}
