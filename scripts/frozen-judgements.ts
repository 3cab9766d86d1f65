import { openLibrary } from '../src/app/history/open-library.ts';
import { collectErrorLines, KnownErrors } from '../src/failures/error-lines.ts';
import { makeRoots } from '../src/failures/recovery/project-roots.ts';
import { type Step, viewSession } from '../src/failures/recovery/session-view.ts';

/** Returns a line for each call of a home folder: which call, and how it was judged. */
export async function judgeCalls(home: string, env: Record<string, string>): Promise<string[]> {
  const library = await openLibrary({ cwd: home, home, env, all: true, join: [], projectGlobs: {}, allowed: [] });
  const lines: string[] = [];
  for (const project of await library.projects()) {
    const roots = makeRoots(project);
    const sessions = await library.timeline(project);
    const known = new KnownErrors();
    for await (const { calls } of library.readSessions(sessions))
      known.add(collectErrorLines(viewSession(calls, roots).flatMap(({ steps }) => steps)));
    for await (const { agent, session, calls } of library.readSessions(sessions))
      for (const { steps } of viewSession(calls, roots, known))
        lines.push(...steps.map((step) => `${agent} ${session} ${step.call.id}\t${describe(step)}`));
  }
  library.close();
  return lines.sort();
}

function describe({ judgement, failure }: Step): string {
  if (!failure) return 'reason' in judgement ? `${judgement.outcome} ${judgement.reason}` : judgement.outcome;
  const { kind, command, subject = '', signature, work, masked } = failure;
  const facts = ['failed', kind, command?.name ?? '', subject, signature, work ? 'work' : '', masked ? 'masked' : ''];
  return facts.map((fact) => fact.replaceAll(/\s+/g, ' ')).join(' | ');
}
