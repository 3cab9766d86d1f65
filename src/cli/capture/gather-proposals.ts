import type { SessionProposals } from '../../app/capture/capture-session.ts';
import { listNoted } from '../../app/history/noted-sessions.ts';
import { type Host, resolvePath, tellProblems } from '../../app/surroundings.ts';
import type { NotedSession } from '../../delivery/journal/noted.ts';
import { makeProposal, type Proposal } from '../../lifecycle/capture/proposal.ts';
import { belowRoot } from '../../lifecycle/scope/below-root.ts';
import { decodeScope } from '../../memory/field-values.ts';
import { formatDate } from '../../shared/clock.ts';
import { AppError, systemError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { readRegular } from '../../shared/regular-file.ts';
import type { CaptureFlags } from './command.ts';

/** The lessons to capture, and their source. */
interface GatherRequest {
  /** `-` means stdin. */
  input: string | undefined;
  flags: CaptureFlags;
  here: Host;
  /** The root of the project. */
  root: string;
}

/** The proposals that a command line yields. */
export interface Gathered {
  proposals: Proposal[];
  /** Whether a person gave them word for word: a refusal is then an answer. */
  isGiven: boolean;
  /** Whether required parts are missing. */
  isUnfinished: boolean;
  /** Notices for the user. */
  notes: string[];
  /** The sessions examined. */
  sessions?: readonly { agent: string; session: string }[];
}

/** Upper bound for a review, a log or a list of lessons. */
const LARGEST_INPUT = 32 * 1024 * 1024;

/** Finds the lessons to capture: in the options, on stdin, or in the source that they name. */
export async function gatherProposals(request: GatherRequest): Promise<Gathered> {
  const { input, flags, here } = request;
  const origin = `captured on ${formatDate(here.now)}`;
  if (flags.fromSession !== undefined) return fromSession(request, flags.fromSession);
  if (flags.fromReview !== undefined) return fromReview(await readInput(flags.fromReview, here), here);
  if (flags.fromPr !== undefined) return fromPullRequest(await readInput(flags.fromPr, here), here);
  if (flags.fromCi !== undefined) return fromCi(await readInput(flags.fromCi, here), here);
  if (flags.guidance !== undefined) return given([fromFlags(request, flags.guidance, origin)]);
  const text = input === '-' || here.stdin.isTTY !== true ? await readStdin(here) : '';
  if (text.trim() === '') {
    if (input === '-')
      throw new AppError('usage', 'There is nothing on stdin.', { hint: 'hardwon capture - < lesson.json' });
    return { ...given([fromFlags(request, '', origin)]), isUnfinished: true };
  }
  const { readProposals } = await import('../../lifecycle/capture/read-proposals.ts');
  return given(
    readProposals(text, origin).map((proposal) => ({ ...proposal, scope: belowRoot(proposal.scope, request.root) })),
  );
}

async function fromSession({ flags, here, root }: GatherRequest, session: string): Promise<Gathered> {
  const [{ proposeFromSession }, { requestOf }, { Progress }] = await Promise.all([
    import('../../app/capture/capture-session.ts'),
    import('../session-request.ts'),
    import('../progress.ts'),
  ]);
  const progress = new Progress(here);
  const onProgress = (done: number, total: number) => progress.reading(done, total);
  const look = (id: string) =>
    proposeFromSession({ ...requestOf(flags, here), session: id, onProgress }).finally(() => progress.clear());
  if (session === 'noted') return fromNoted(await listNoted(findOwnFolders(here).data, root), look);
  const found = await look(session);
  tellProblems(here, found.problems);
  const name = `The session ${found.session} of ${found.agent}, ${found.at.slice(0, 10)},`;
  return { ...derived(found.proposals, `${name} taught nothing that can be captured.`), sessions: [found] };
}

/**
 * Returns the lessons of sessions that hooks noted. Of a lesson that several sessions show, the first is used: capturing the
 * others only counts it again.
 */
async function fromNoted(
  noted: readonly NotedSession[],
  look: (session: string) => Promise<SessionProposals>,
): Promise<Gathered> {
  const proposals: Proposal[] = [];
  for (const { session } of noted) {
    // The log of a session may no longer exist.
    const found = await look(session).catch(() => undefined);
    proposals.push(...(found?.proposals ?? []));
  }
  const none =
    noted.length === 0
      ? 'Hooks noted no session in which something failed since you last looked.'
      : `The ${noted.length} sessions that hooks noted taught nothing that can be captured.`;
  return { ...derived(proposals, none), sessions: noted };
}

async function fromReview(text: string, { now }: Host): Promise<Gathered> {
  const { proposeFromReview } = await import('../../lifecycle/capture/sources/review.ts');
  const { proposals, findings, mild } = proposeFromReview(text, formatDate(now));
  const none =
    findings === 0
      ? 'No finding with a severity was found in the review.'
      : `Of ${findings} findings, none is Major or Critical.`;
  const gathered = derived(proposals, none);
  return proposals.length > 0 && mild > 0
    ? { ...gathered, notes: [`${mild} of ${findings} findings are not Major or Critical.`] }
    : gathered;
}

async function fromPullRequest(text: string, { now }: Host): Promise<Gathered> {
  const { proposeFromPullRequest } = await import('../../lifecycle/capture/sources/pull-request.ts');
  const { proposals, comments, ofPeople } = proposeFromPullRequest(text, formatDate(now));
  return derived(
    proposals,
    `Of ${comments} comments, ${ofPeople} are of people other than the author, and none asks for a change.`,
  );
}

async function fromCi(text: string, { now }: Host): Promise<Gathered> {
  const { proposeFromCi } = await import('../../lifecycle/capture/sources/ci-log.ts');
  const { proposals } = proposeFromCi(text, formatDate(now));
  return derived(proposals, 'The log names nothing that was missing: it did not fail on a prerequisite.');
}

/** Returns proposals derived from another source: a refusal of one of them is not an answer. */
function derived(proposals: Proposal[], none: string): Gathered {
  return { proposals, isGiven: false, isUnfinished: false, notes: proposals.length === 0 ? [none] : [] };
}

function given(proposals: Proposal[]): Gathered {
  return { proposals, isGiven: true, isUnfinished: false, notes: [] };
}

function fromFlags(request: GatherRequest, guidance: string, origin: string): Proposal {
  const { scope = [], pattern = '', title, phase, dimension, kind, confidence } = request.flags;
  const said = { title, phase, dimension, kind, confidence, pattern, guidance, origin };
  return makeProposal({ ...said, scope: belowRoot(scope.flatMap(decodeScope), request.root) });
}

/** Reads a file named by an option, or stdin. */
async function readInput(path: string, here: Host): Promise<string> {
  if (path === '-') return readStdin(here);
  const file = resolvePath(path, here);
  const bytes = await readRegular(file, LARGEST_INPUT).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw systemError('unreadable', `Cannot read ${file}`, cause);
    throw new AppError('not-found', `There is no file ${file}.`, {
      hint: 'Name a file, or - to read it from stdin.',
      cause,
    });
  });
  return bytes.toString('utf8');
}

async function readStdin(here: Host): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of here.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST_INPUT)
      throw new AppError('usage', 'stdin is larger than 32 MB, which is too large for a list of lessons.', {
        hint: 'Pipe only the lessons, as JSON: hardwon capture - < lesson.json',
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
