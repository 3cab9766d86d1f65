import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { makeProposal, type Proposal } from '../lifecycle/capture/proposal.ts';
import { decodeScope } from '../memory/field-values.ts';
import { formatDate } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import { isInside } from '../shared/files.ts';
import type { CaptureFlags } from './commands/capture.ts';
import { resolvePath, type Surroundings } from './surroundings.ts';

/** What is to be captured, and where it comes from. */
export interface GatherRequest {
  /** `-`: stdin. */
  input: string | undefined;
  flags: CaptureFlags;
  here: Surroundings;
  /** The root of the project. */
  root: string;
}

/** The proposals that a command line leads to. */
export interface Gathered {
  proposals: Proposal[];
  /** A person handed them over, word by word: one that is refused is an answer. */
  isGiven: boolean;
  /** What is needed was not said. */
  isUnfinished: boolean;
  /** What the user should know. */
  notes: string[];
}

/** No review, log or list of lessons is larger. */
const LARGEST_INPUT = 32 * 1024 * 1024;

/** Finds what is to be captured: in the options, on stdin, or in what they name. */
export async function gatherProposals(request: GatherRequest): Promise<Gathered> {
  const { input, flags, here } = request;
  const origin = `captured on ${formatDate(here.now)}`;
  const isPiped = process.stdin.isTTY !== true;
  if (flags.guidance !== undefined) return given([fromFlags(request, flags.guidance, origin)]);
  const text = input === '-' || isPiped ? await readStdin() : '';
  if (text.trim() === '') {
    if (input === '-') throw new AppError('usage', 'stdin holds nothing.', { hint: 'hardwon capture - < lesson.json' });
    return { ...given([fromFlags(request, '', origin)]), isUnfinished: true };
  }
  const { readProposals } = await import('../lifecycle/capture/read-proposals.ts');
  return given(readProposals(text, origin).map((proposal) => ({ ...proposal, scope: belowRoot(proposal.scope, request) })));
}

function given(proposals: Proposal[]): Gathered {
  return { proposals, isGiven: true, isUnfinished: false, notes: [] };
}

function fromFlags(request: GatherRequest, guidance: string, origin: string): Proposal {
  const { scope = [], pattern = '', title, phase, dimension, kind, confidence } = request.flags;
  const said = { title, phase, dimension, kind, confidence, pattern, guidance, origin };
  return makeProposal({ ...said, scope: belowRoot(scope.flatMap(decodeScope), request) });
}

/** Agents name files by their whole path: what lies in the project is named from its root. */
export function belowRoot(scope: readonly string[], { root }: Pick<GatherRequest, 'root'>): string[] {
  return scope.map((item) => (isInside(item, root) && item !== root ? relative(root, item).replaceAll('\\', '/') : item));
}

/** The text of a file that an option names, or of stdin. */
export async function readInput(path: string, here: Surroundings): Promise<string> {
  if (path === '-') return readStdin();
  const file = resolvePath(path, here);
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('unreadable', cause.code === 'ENOENT' ? `There is no file ${file}.` : `Cannot read ${file}.`, { cause });
  });
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST_INPUT) throw new AppError('usage', 'stdin is larger than 32 MB: that is no list of lessons.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
