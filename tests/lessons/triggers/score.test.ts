import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/agents/call.ts';
import { viewSession } from '../../../src/failures/recovery/session-view.ts';
import { History } from '../../../src/lessons/history.ts';
import { rememberThread } from '../../../src/lessons/remember.ts';
import { type Score, scoreTriggers } from '../../../src/lessons/triggers/score.ts';
import { call, roots } from '../story.ts';

const calls = [
  call('s1', 1, { command: 'npm run build' }),
  call('s1', 2, { command: 'npm run build' }, { outcome: 'failed', output: 'broken' }),
  call('s1', 3, { command: 'cd web && npm run build' }),
  call('s1', 4, { command: 'npm run build' }, { outcome: 'rejected' }),
  call('s1', 5, { command: 'npm run build' }, { outcome: 'failed', output: 'another reason' }),
  call('s1', 6, { command: 'npm run build' }),
];

function score(trigger: { rule: string; when?: string }, failed: string[], sessions = [calls]): Score | undefined {
  const history = new History();
  for (const session of sessions)
    for (const view of viewSession(session, roots)) history.add(rememberThread(view), roots);
  const own = calls.filter(({ id }) => failed.includes(id)).map(({ at }) => at);
  const unscored = { trigger, failedCalls: new Set(failed), since: Math.min(...own), last: Math.max(...own) };
  return scoreTriggers([unscored], history).get(unscored);
}

describe('scoreTriggers', () => {
  it('counts what failed for the reason, and what went well since it first did', () => {
    expect(score({ rule: 'Bash(npm run build *)' }, ['s1-2'])).toMatchObject({
      failed: 1,
      succeeded: 2,
      succeededSinceLast: 2,
    });
    expect(score({ rule: 'Bash(npm run build *)' }, ['s1-2', 's1-5'])).toMatchObject({
      failed: 2,
      succeeded: 2,
      succeededSinceLast: 1,
    });
  });

  it('counts only calls for which the conditions held', () => {
    expect(score({ rule: 'Bash(npm run build *)', when: 'cwd is .' }, ['s1-2'])).toMatchObject({
      failed: 1,
      succeeded: 0,
      succeededSinceLast: 0,
    });
  });

  it('takes a failure without a flag for a run, as hooks do, which hear of flags alone', () => {
    const lacks = { outcome: 'failed', exitCode: 1, output: 'no berths' } as const;
    const masked = { output: 'npm error Missing script: "seed"', outputLength: 32 };
    const session = [
      call('s1', 1, { command: 'npm run seed 2>&1 | tail -3' }, masked),
      call('s1', 2, { command: 'npm run build' }, lacks),
    ];
    const trigger = { rule: 'Bash(npm run build *)', when: 'Bash(npm run seed *) has not run' };
    expect(score(trigger, ['s1-2'], [session])).toMatchObject({ failed: 0 });
    expect(score(trigger, ['s1-2'], [session.slice(1)])).toMatchObject({ failed: 1 });
  });

  it('does not count, of the state of the world, what worked before it changed, nor what may have failed unseen', () => {
    const at = (day: number, command: string, result: Partial<Call> = { output: 'wick.ts', outputLength: 7 }) => [
      call(`s${day}`, 1, { command }, result),
    ];
    const gone = { outcome: 'failed', output: 'No such file or directory' } as const;
    const days = [
      at(1, 'ls lib', gone),
      at(2, 'ls lib'),
      at(3, 'ls lib'),
      at(4, 'ls lib', gone),
      at(5, 'ls -l lib', gone),
    ];
    const masked = [at(6, 'ls lib 2>/dev/null | head'), at(7, 'ls lib || ls src')];
    const history = new History();
    for (const session of [...days, ...masked])
      for (const view of viewSession(session, roots)) history.add(rememberThread(view), roots);
    const times = days.flat().map((one) => one.at);
    const failedCalls = new Set(['s1-1', 's4-1', 's5-1']);
    const world = { trigger: { rule: 'Read(lib/**)' }, failedCalls, since: times[0] ?? 0, last: times[4] ?? 0 };
    const [plain, state] = [world, { ...world, isState: true }];
    const scores = scoreTriggers([plain, state], history);
    expect(scores.get(plain)).toMatchObject({ failed: 3, succeeded: 3 });
    expect(scores.get(state)).toMatchObject({ failed: 3, succeeded: 0 });
  });

  it('counts of the tools of an agent only what it did itself', () => {
    const history = new History();
    const sessions = [1, 2].map((day) => [
      call(`s${day}`, 1, { path: '/srv/orchard/src' }, day === 1 ? { outcome: 'failed' } : {}),
    ]);
    for (const session of sessions)
      for (const view of viewSession(session, roots)) history.add(rememberThread(view), roots);
    history.addClient('s1', { agent: 'pi' });
    history.addClient('s2', { agent: 'opencode' });
    const anybody = { trigger: { rule: 'Tool(Read)' }, failedCalls: new Set(['s1-1']), since: 0, last: 0 };
    const own = { ...anybody, agents: new Set(['pi']) };
    const scores = scoreTriggers([anybody, own], history);
    expect([scores.get(anybody)?.succeeded, scores.get(own)?.succeeded]).toEqual([1, 0]);
  });

  it('does not look for calls that cannot work by what is asked of them', () => {
    const asked = { rule: 'Bash(npm *)', when: 'glob matches no file' };
    const sent = [
      call('s1', 2, { command: 'npm view a?b=c' }, { outcome: 'failed', output: 'no matches found: a?b=c' }),
    ];
    expect(score(asked, ['s1-2'], [sent])).toMatchObject({ failed: 0, succeeded: 0 });
  });

  it('does not count failures that the trigger misses', () => {
    expect(score({ rule: 'Bash(npm run build *)', when: 'cwd is web' }, ['s1-2'])?.failed).toBe(0);
  });

  it('counts a call once that a resumed session repeats', () => {
    const again = calls.map((one) => ({ ...one, session: 's2' }));
    expect(score({ rule: 'Bash(npm run build *)' }, ['s1-2'], [calls, again])).toMatchObject({
      failed: 1,
      succeeded: 2,
      succeededSinceLast: 2,
    });
  });

  it('counts the same whether sessions come at once or are asked for in between', () => {
    const trigger = { rule: 'Bash(npm run build *)', when: 'cwd is .' };
    const unscored = { trigger, failedCalls: new Set(['s1-2']), since: 0, last: 0 };
    const other = { ...unscored, trigger: { rule: 'Bash(npm *)' } };
    const later = calls.map((one) => ({ ...one, session: 's2', id: `s2-${one.seq}` }));
    const history = new History();
    for (const view of viewSession(calls, roots)) history.add(rememberThread(view), roots);
    scoreTriggers([unscored], history);
    for (const view of viewSession(later, roots)) history.add(rememberThread(view), roots);
    const inParts = scoreTriggers([unscored, other], history);
    const whole = new History();
    for (const session of [calls, later])
      for (const view of viewSession(session, roots)) whole.add(rememberThread(view), roots);
    const atOnce = scoreTriggers([unscored, other], whole);
    expect([...inParts.values()]).toEqual([...atOnce.values()]);
    expect(inParts.get(other)?.succeeded).toBe(6);
  });
});

describe('a rule that matches a filter in a pipe as well', () => {
  const says = { outcome: 'failed', output: 'grep: invalid option -- P' } as const;
  const lines = { output: 'tide', outputLength: 4 };
  const alone = (day: number) => call(`s${day}`, 1, { command: 'grep -P tide src' }, says);
  const filter = (day: number) => call(`s${day}`, 2, { command: 'make list | grep -P tide' }, lines);
  const score2 = (calls: Call[], failed: string[]) => {
    const history = new History();
    for (const one of calls) for (const view of viewSession([one], roots)) history.add(rememberThread(view), roots);
    const unscored = {
      trigger: { rule: 'Bash(grep *)' },
      failedCalls: new Set(failed),
      since: 0,
      last: Date.parse('2026-04-01'),
    };
    return scoreTriggers([unscored], history).get(unscored);
  };

  it('is narrowed to the place that all failures have', () => {
    expect(score2([alone(1), alone(2), filter(1), filter(2), filter(3)], ['s1-1', 's2-1'])).toMatchObject({
      ...{ failed: 2, succeeded: 0, when: 'not behind a pipe' },
    });
    const broken = (day: number) => ({ ...filter(day), ...says });
    const fine = (day: number) => ({ ...alone(day), outcome: 'ok' as const, ...lines });
    expect(score2([broken(1), broken(2), fine(1), fine(2)], ['s1-2', 's2-2'])).toMatchObject({
      ...{ failed: 2, succeeded: 0, when: 'behind a pipe' },
    });
  });

  it('is left as it is where failures have both, or nothing went well', () => {
    const broken = { ...filter(2), ...says };
    expect(score2([alone(1), broken, filter(3)], ['s1-1', 's2-2'])?.when).toBeUndefined();
    expect(score2([alone(1), alone(2)], ['s1-1', 's2-1'])?.when).toBeUndefined();
  });
});
