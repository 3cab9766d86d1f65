import { assignControlGroup } from '../delivery/journal/control-group.ts';
import { asJson, asText } from '../shared/json-values.ts';
import type { HookHost } from './hook-host.ts';
import { openProject } from './project.ts';
import { ObservedFacts } from './session-facts.ts';

/** The activity of hardwon in a session. */
export interface LiveStatus {
  /** Number of ready lessons of the project from which hooks answer. */
  lessons: number;
  /** Number of lessons that were shown about calls of this session, and of those that helped. */
  shown: number;
  helped: number;
  /** Why nothing is said: hooks are switched off, or the session is held out. */
  silent?: 'off' | 'held-out';
}

/**
 * Reads the status for the JSON that Claude Code sends to a status line: `{"session_id": …, "cwd": …}`. May throw; then the
 * caller shows less.
 */
export function readStatus(
  fields: unknown,
  agent: string,
  { env, folders, cwd }: Pick<HookHost, 'env' | 'folders' | 'cwd'>,
): LiveStatus {
  const sent = asJson(fields);
  const folder = asText(asJson(sent.workspace).current_dir) ?? asText(sent.cwd) ?? cwd;
  const project = openProject(folder, folders.cache);
  if (!project) return { lessons: 0, shown: 0, helped: 0 };
  const { snapshot } = project;
  const { live } = snapshot.header;
  const session = asText(sent.session_id) ?? '';
  const facts = session === '' ? [] : new ObservedFacts(folders.data, agent, session).all;
  const isOff = live.mode === 'off' || env.HARDWON_LIVE === 'off';
  const isHeldOut = assignControlGroup(folders.data, { agent, session }, live.holdout) === 'held-out';
  return {
    lessons: snapshot.count,
    shown: isHeldOut ? 0 : facts.reduce((sum, { told = [] }) => sum + told.length, 0),
    helped: facts.reduce((sum, { helped = [] }) => sum + helped.length, 0),
    ...(isOff ? { silent: 'off' } : isHeldOut ? { silent: 'held-out' } : {}),
  };
}

/** Words the status: `hardwon: 12 lessons · 3 shown, 2 helped`. */
export function wordStatus({ lessons, shown, helped, silent }: LiveStatus): string {
  const known = lessons === 0 ? 'no lessons yet' : `${lessons} lesson${lessons === 1 ? '' : 's'}`;
  const said = shown === 0 ? '' : ` · ${shown} shown${helped === 0 ? '' : `, ${helped} helped`}`;
  const quiet =
    silent === undefined ? '' : ` · ${silent === 'off' ? 'hooks are off' : 'silent in this session (held out)'}`;
  return `hardwon: ${known}${said}${quiet}`;
}
