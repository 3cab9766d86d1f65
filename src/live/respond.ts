import { findLiveClient } from '../agents/live-registry.ts';
import { assignControlGroup } from '../delivery/journal/control-group.ts';
import { ATTEMPT_OF } from '../shared/attempt-of.ts';
import { type Answer, renderAnswer } from './answer.ts';
import { answerBefore } from './before.ts';
import { answerEnded } from './ended.ts';
import { readEvent } from './event.ts';
import { awaitFirstLesson } from './first-lesson.ts';
import { FollowUps } from './follow-up.ts';
import type { HookContext } from './hook-context.ts';
import type { HookHost } from './hook-host.ts';
import { openAttempt, openProject } from './project.ts';
import { ObservedFacts } from './session-facts.ts';

/** Returns what a hook prints for an event; undefined if there is nothing to say. May throw: then the caller says nothing. */
export async function respond(
  event: string | undefined,
  agent: string | undefined,
  fields: unknown,
  { env, home, folders, cwd: started, now, programs }: HookHost,
): Promise<string | undefined> {
  if (env.HARDWON_LIVE === 'off') return undefined;
  const read = readEvent(event, agent, fields);
  if (!read) return undefined;
  const cwd = read.cwd ?? started;
  const own = openProject(cwd, folders.cache);
  // Nobody can be asked at the end of an attempt.
  const isAsked = read.moment === 'prompt' || read.moment === 'stop';
  const project = own ?? (isAsked ? undefined : openAttempt(env[ATTEMPT_OF], cwd, folders.cache));
  const facts = new ObservedFacts(folders.data, read.agent, read.session);
  const built = {
    isAttended: findLiveClient(read.agent).isAttended?.(env) ?? false,
    programs,
  };
  if (!project) {
    const first = { event: read, cwd, facts, folders, home, now, ...built };
    const answer = env[ATTEMPT_OF] === undefined ? await awaitFirstLesson(first) : undefined;
    return answer && renderAnswer(read, answer);
  }
  if (project.snapshot.header.live.mode === 'off') return undefined;
  const followUps = new FollowUps(facts.path);
  const arm = assignControlGroup(folders.data, read, project.snapshot.header.live.holdout);
  const visit: HookContext = {
    event: read,
    project,
    cwd,
    facts,
    followUps,
    dataDir: folders.data,
    now,
    shell: env.SHELL,
    arm,
    ...built,
  };
  const answer = await answerMoment(visit);
  return answer && arm !== 'held-out' ? renderAnswer(read, answer) : undefined;
}

async function answerMoment(visit: HookContext): Promise<Answer | undefined> {
  switch (visit.event.moment) {
    case 'start': {
      const { answerStart } = await import('./start.ts');
      return answerStart(visit);
    }
    case 'compact':
      visit.facts.add({ event: 'compact' });
      return undefined;
    case 'prompt':
      return (await import('./prompt.ts')).answerPrompt(visit);
    case 'stop':
      return (await import('./stop.ts')).answerStop(visit);
    case 'before':
      return answerBefore(visit);
    default:
      return answerEnded(visit);
  }
}
