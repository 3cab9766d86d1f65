import type { Project } from '../../sessions/projects/project.ts';
import { AppError } from '../../shared/errors.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { chooseProjects } from '../learn/choose-projects.ts';
import { openLibrary } from './open-library.ts';
import type { Library, SessionTimes } from './session-history.ts';

/** The session to read. */
export interface SessionRequest extends LearnRequest {
  /** Its id, a prefix of it, or `latest`. */
  session: string;
}

/** A session with everything needed to read it. */
export interface OpenSession {
  times: SessionTimes;
  project: Project;
  library: Library;
  request: ConfiguredRequest<SessionRequest>;
}

/** Finds the session and passes it to `use`; closes everything opened for it afterwards. */
export async function openSession<T>(asked: SessionRequest, use: (open: OpenSession) => Promise<T>): Promise<T> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const [project] = projects;
    const timeline = project ? await library.timeline(project) : [];
    if (!project || timeline.length === 0)
      throw new AppError(
        'not-found',
        `There are no sessions for ${nothing?.folder ?? request.project ?? request.cwd}.`,
        {
          hint: 'hardwon projects lists the folders that have sessions.',
        },
      );
    return await use({ times: chooseSession(timeline, request.session), project, library, request });
  } finally {
    library.close();
  }
}

/** Returns the session with the id. A prefix that two sessions share matches neither. */
function chooseSession(timeline: readonly SessionTimes[], wanted: string): SessionTimes {
  if (wanted === 'latest') {
    const [latest] = timeline.toSorted((a, b) => b.lastAt - a.lastAt);
    if (latest) return latest;
  }
  const exact = timeline.find(({ session }) => session === wanted);
  const begun = exact || wanted === '' ? [] : timeline.filter(({ session }) => session.startsWith(wanted));
  const [only] = begun;
  if (exact) return exact;
  if (only && begun.length === 1) return only;
  const newest = timeline.toSorted((a, b) => b.lastAt - a.lastAt).slice(0, 3);
  throw new AppError(
    'not-found',
    begun.length > 1
      ? `${begun.length} sessions begin with ${wanted}.`
      : `There is no session ${wanted} of this project.`,
    {
      hint: `The newest are ${newest.map(({ session, agent }) => `${session} (${agent})`).join(', ')}; latest means the first.`,
    },
  );
}
