import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { makeLesson } from '../memory/lessons.ts';
import { type HookStage, makeHookStage, PROOF } from './hook-stage.ts';

let stage: HookStage;
let calls = 0;
beforeEach(() => {
  stage = makeHookStage();
});
afterEach(() => stage.clear());

const python = makeLesson({
  id: 'L-001',
  confidence: 'high',
  guidance: 'Run `uv run python` instead of `python3`: `python3` lacks `polars` here.',
  trigger: { rule: 'Bash(python3 *)', failed: 50, succeeded: 0 },
});
const flag = makeLesson({
  id: 'L-002',
  guidance: '`growctl deploy` does not know `--yes`. Leave it out.',
  trigger: { rule: 'Bash(growctl deploy * --yes *)', failed: 5, succeeded: 0 },
});
const fix = makeLesson({
  id: 'L-003',
  kind: 'tool-use',
  guidance: 'When `deploy` fails with "manifest unknown": use the full hash.',
  trigger: { rule: 'Tool(Bash)', error: '*manifest unknown*', failed: 0, succeeded: 0 },
});
const seed = makeLesson({
  id: 'L-004',
  kind: 'prerequisite',
  guidance: 'Before `pytest`, run `make seed`: the same command failed without it and worked after it.',
  trigger: { rule: 'Bash(pytest *)', when: 'Bash(make seed) has not run', failed: 5, succeeded: 0 },
});

type End = 'ok' | 'failed' | 'none' | { prints: string };

/** Makes a call as Claude Code does: before it, after it where it failed, and the batch. Gives what was said before it. */
async function call(command: string, end: End, fields: object = {}): Promise<Record<string, unknown> | undefined> {
  calls += 1;
  const asked = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `call ${calls}`, ...fields };
  const said = await stage.ask('pre-tool-use', asked);
  if (said?.permissionDecision === 'deny' || end === 'none') return said;
  if (end === 'failed')
    await stage.ask('post-tool-use-failure', { ...asked, error: 'Exit code 1\nmanifest unknown: it broke' });
  const prints = end === 'failed' ? 'Exit code 1\nit broke' : end === 'ok' ? 'done' : end.prints;
  await stage.ask('post-tool-batch', { ...fields, tool_calls: [{ ...asked, tool_response: prints }] });
  return said;
}

/** What the journal says came of the lessons that were shown. */
function results(): unknown[] {
  return stage
    .journal()
    .filter(({ what }) => what !== 'shown' && what !== 'undone' && what !== 'mistake')
    .map(({ what, yes, lesson }) => (yes === undefined ? `${lesson} ${what}` : `${lesson} ${what} ${yes}`));
}

async function play(lessons: Lesson[], ...steps: [command: string, end: End][]): Promise<unknown[]> {
  stage.learn(lessons);
  await stage.ask('session-start', { source: 'startup' });
  for (const [command, end] of steps) await call(command, end);
  return results();
}

describe('advice', () => {
  it('helped where the call failed, the next one is as advised, and goes well', async () => {
    const steps: [string, End][] = [
      ['python3 load.py', 'failed'],
      ['uv run python load.py', 'ok'],
      ['uv run python load.py', 'ok'],
    ];
    expect(await play([python], ...steps)).toEqual(['L-001 followed true', 'L-001 helped true']);
    expect(stage.journal().at(-1)).toMatchObject({ call: `call ${calls - 1}`, of: `call ${calls - 2}` });
  });

  it('did not help where the call as advised fails', async () => {
    expect(await play([python], ['python3 load.py', 'failed'], ['uv run python load.py', 'failed'])).toEqual([
      'L-001 followed true',
      'L-001 helped false',
    ]);
  });

  it('is a false alarm where the call goes well all the same', async () => {
    expect(await play([python], ['python3 load.py', 'ok'], ['uv run python load.py', 'ok'])).toEqual([
      'L-001 false-alarm',
    ]);
  });

  it('is right about a call whose output shows a failure that its exit code hides', async () => {
    const prints = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'polars'";
    expect(await play([python], ['python3 load.py | tail', { prints }], ['uv run python load.py', 'ok'])).toEqual([
      'L-001 followed true',
      'L-001 helped true',
    ]);
  });

  it('was not followed where the same kind of call is made again', async () => {
    expect(await play([python], ['python3 load.py', 'failed'], ['python3 other.py', 'ok'])).toEqual([
      'L-001 followed false',
    ]);
  });

  it('stays unknown where other work comes, though it goes well', async () => {
    const others = ['ls', 'git status', 'pip install polars', 'npm run lint', 'cat a.txt', 'uv run python load.py'];
    const steps = others.map((command): [string, End] => [command, 'ok']);
    expect(await play([python], ['python3 load.py', 'failed'], ...steps)).toEqual([]);
  });

  it('is followed by leaving out what it calls wrong', async () => {
    const steps: [string, End][] = [
      ['growctl deploy --yes prod', 'failed'],
      ['growctl deploy prod', 'ok'],
    ];
    expect(await play([flag], ...steps)).toEqual(['L-002 followed true', 'L-002 helped true']);
  });

  it('about what comes first is followed by the same call, once that was done', async () => {
    stage.learn([seed]);
    await stage.ask('session-start', { source: 'startup' });
    // Nothing in this snapshot watches commands: the condition holds until somebody notes that it was run.
    await call('pytest', 'failed');
    stage.learn([
      {
        ...seed,
        trigger: { rule: 'Bash(pytest --never *)', when: 'Bash(make seed) has not run', failed: 5, succeeded: 0 },
      },
    ]);
    await call('pytest', 'ok');
    expect(results()).toEqual(['L-004 followed true', 'L-004 helped true']);
  });

  it('counts each of two at once, and each subagent for itself', async () => {
    stage.learn([python, flag]);
    await call('python3 load.py', 'failed');
    await call('growctl deploy --yes prod', 'failed');
    await call('growctl deploy prod', 'ok', { agent_id: 'sub' });
    expect(results()).toEqual([]);
    await call('growctl deploy prod', 'ok');
    await call('uv run python load.py', 'ok');
    expect(results()).toEqual(['L-002 followed true', 'L-002 helped true', 'L-001 followed true', 'L-001 helped true']);
  });
});

describe('a known issue', () => {
  it('helped where the call is made in another form, and goes well', async () => {
    const steps: [string, End][] = [
      ['deploy --image harbour abc123', 'failed'],
      ['deploy --image harbour abc123def456', 'ok'],
    ];
    expect(await play([fix], ...steps)).toEqual(['L-003 followed true', 'L-003 helped true']);
  });

  it('stays unknown where the call is sent again unchanged: what was wrong may have been mended elsewhere', async () => {
    expect(await play([fix], ['deploy abc', 'failed'], ['deploy abc', 'ok'])).toEqual([]);
  });

  it('is not counted for other work that goes well', async () => {
    expect(await play([fix], ['npm run deploy', 'failed'], ['npm run lint', 'ok'], ['git log', 'ok'])).toEqual([]);
  });
});

describe('a mistake', () => {
  const mistakes = () => stage.journal().filter(({ what }) => what === 'mistake');

  it('is made all the same where the call that a note is about fails', async () => {
    await play([python], ['python3 load.py', 'failed'], ['uv run python load.py', 'ok']);
    expect(mistakes()).toMatchObject([
      { lesson: 'L-001', as: 'advice', of: `call ${calls - 1}`, call: `call ${calls - 1}` },
    ]);
  });

  it('is none where it went well, or the lesson was told after it', async () => {
    await play([python, fix], ['python3 load.py', 'ok'], ['npm run deploy', 'failed']);
    expect(mistakes()).toEqual([]);
  });
});

describe('a short call', () => {
  const deploy = makeLesson({
    id: 'L-005',
    guidance: 'Give `./deploy.sh` the whole hash of the commit: a short one fails.',
    trigger: { rule: 'Bash(./deploy.sh abc)', failed: 5, succeeded: 0 },
  });
  const restart = makeLesson({
    id: 'L-006',
    kind: 'tool-use',
    guidance: 'When `restart` fails with "manifest unknown": give the whole name.',
    trigger: { rule: 'Tool(mcp__quay__restart)', error: '*manifest unknown*', failed: 0, succeeded: 0 },
  });

  it('follows a lesson with another value', async () => {
    const steps: [string, End][] = [
      ['./deploy.sh abc', 'failed'],
      ['./deploy.sh abcdef0123456789', 'ok'],
    ];
    expect(await play([deploy], ...steps)).toEqual(['L-005 followed true', 'L-005 helped true']);
  });

  it('of a server follows it, too', async () => {
    stage.learn([restart]);
    await call('', 'failed', { tool_name: 'mcp__quay__restart', tool_input: { service: 'tide' } });
    await call('', 'ok', { tool_name: 'mcp__quay__restart', tool_input: { service: 'tide-api' } });
    expect(results()).toEqual(['L-006 followed true', 'L-006 helped true']);
  });

  it('of a program with sub-commands is another one', async () => {
    expect(await play([fix], ['npm deploy', 'failed'], ['npm install', 'ok'])).toEqual([]);
  });
});

describe('a denial', () => {
  const deny = async (own: 'stop' | 'deny', ...steps: [string, End][]): Promise<unknown[]> => {
    stage.learn([python], {}, { own });
    for (const [command, end] of steps) await call(command, end);
    return results();
  };

  it('is a false alarm where the call is sent again and goes well', async () => {
    expect(await deny('stop', ['python3 a.py', 'ok'], ['python3 a.py', 'ok'])).toEqual(['L-001 false-alarm']);
  });

  it('was right where it fails then', async () => {
    expect(await deny('stop', ['python3 a.py', 'ok'], ['python3 a.py', 'failed'])).toEqual(['L-001 followed false']);
  });

  it('helped where the next call is as advised', async () => {
    expect(await deny('stop', ['python3 a.py', 'ok'], ['uv run python a.py', 'ok'])).toEqual([
      'L-001 followed true',
      'L-001 helped true',
    ]);
  });

  it('says nothing of a call that is stopped again', async () => {
    expect(await deny('deny', ['python3 a.py', 'ok'], ['python3 a.py', 'ok'])).toEqual(['L-001 followed false']);
  });
});

describe('another input', () => {
  it.each([
    ['ok', true],
    ['failed', false],
  ] as const)('that ends %s helped: %s', async (end, helped) => {
    stage.learn([python], {}, { ...PROOF, own: 'rewrite' });
    await call('python3 a.py', end);
    expect(results()).toEqual(['L-001 followed true', `L-001 helped ${helped}`]);
  });
});
