import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openProjectCases } from '../app/cases/open-cases.ts';
import { openProposalDesk, type ProposalDesk } from '../app/cases/propose.ts';
import { withConfig } from '../app/configured-request.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../memory/memory.ts';
import { openIndex } from '../sessions/session-index.ts';
import { hashText } from '../shared/hash.ts';
import { writePages } from '../teach/prompt.ts';
import type { TaughtLesson } from '../verify/proposal.ts';
import type { ToldCall } from './define-tool.ts';
import { learnRequest } from './learn-request.ts';
import type { Workplace } from './workplace.ts';

/** The casebook that the agent works on. */
interface KeptCases {
  desk: ProposalDesk;
  pages: readonly string[];
  problems: readonly string[];
  /** The state of the files that it was made from. */
  stamp: string;
}

/** A casebook takes up to hundreds of megabytes: it is given up when nobody has asked for so long. */
const KEPT_MS = 600_000;
/** Proposals that may wait for the user's answer. */
const MOST_PROPOSALS = 500;

let kept: KeptCases | undefined;
let giveUp: NodeJS.Timeout | undefined;
const proposals = new Map<string, TaughtLesson>();

/**
 * Opens the casebook of the project. Unless it must be the newest, the one that is open is returned for as long as neither the
 * index nor the memory changes: the agent's own session, which grows with each call, is not read again.
 */
export async function openCases(place: Workplace, { tell }: ToldCall, isNewest: boolean): Promise<KeptCases> {
  clearTimeout(giveUp);
  giveUp = setTimeout(forgetCases, KEPT_MS).unref();
  if (!isNewest && kept && kept.stamp === (await stampOf(place))) return kept;
  const onProgress = (done: number, total: number) => tell(`read ${done} of ${total} logs`);
  const request = await withConfig({ ...learnRequest(place), onProgress });
  const open = await openProjectCases(request);
  const { problems } = request;
  kept = { desk: openProposalDesk(open, request), pages: writePages(open.book), problems, stamp: await stampOf(place) };
  return kept;
}

function forgetCases(): void {
  kept = undefined;
}

async function stampOf({ root, folders }: Workplace): Promise<string> {
  const memory = statSync(join(root, MEMORY_FOLDER, MEMORY_FILE), { throwIfNoEntry: false });
  const index = await openIndex(join(folders.cache, 'sessions.db'));
  try {
    return JSON.stringify([root, memory?.size, memory?.mtimeMs, await index.state()]);
  } finally {
    index.close();
  }
}

/** Keeps a proposal until the user has decided, and returns its id: the same proposal has the same. */
export function holdProposal(proposal: TaughtLesson): string {
  const id = nameProposal(proposal);
  proposals.delete(id);
  proposals.set(id, proposal);
  const [oldest] = proposals.keys();
  if (oldest !== undefined && proposals.size > MOST_PROPOSALS) proposals.delete(oldest);
  return id;
}

/** Returns a proposal that waits for the user's answer. */
export function findProposal(id: string): TaughtLesson | undefined {
  return proposals.get(id);
}

/** Returns the id of a proposal, such as `P-3f2a91`. */
export function nameProposal(proposal: TaughtLesson): string {
  return `P-${hashText(JSON.stringify(proposal)).slice(0, 6)}`;
}
