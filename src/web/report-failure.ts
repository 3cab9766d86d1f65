import { changeProjectMemory } from '../cli/change-project-memory.ts';
import type { Surroundings } from '../cli/surroundings.ts';
import { loadConfig } from '../config/load-config.ts';
import { captureAll } from '../lifecycle/capture/capture-all.ts';
import { readInstructions } from '../lifecycle/capture/instruction-files.ts';
import { makeProposal } from '../lifecycle/capture/proposal.ts';
import { redactProposals } from '../lifecycle/capture/redact-proposals.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { AppError } from '../shared/errors.ts';
import type { Done } from './answers.ts';
import { describe } from './decisions.ts';
import type { ReportBody } from './inputs.ts';
import { isWritable } from './lesson-detail.ts';
import type { PicturedProject } from './picture.ts';

/** Makes a lesson of a failure that a person reports, by what `capture` does: what helps nobody is refused, with the reason. */
export async function reportFailure(pictured: PicturedProject, asked: ReportBody, here: Surroundings): Promise<Done> {
  if (!isWritable(pictured))
    throw new AppError('conflict', `${pictured.project.name} is not on this machine: nothing can be written for it.`);
  const root = findRepository(pictured.project.root);
  const { config } = await loadConfig({ cwd: root, home: here.home, env: here.env });
  const pattern = [asked.description, asked.context].filter(Boolean).join(' ');
  const task = asked.task === '' ? '' : `, task: ${asked.task}`;
  const proposal = makeProposal({
    scope: asked.scope,
    pattern,
    guidance: asked.guidance || asked.description,
    origin: `captured: reported as ${asked.type}${task}`,
    dimension: asked.type === 'architecture_error' ? 'architecture' : undefined,
    phase: asked.type === 'planning_error' ? 'plan' : asked.type === 'test_failure' ? 'verify' : undefined,
  });
  const proposals = await redactProposals([proposal], config.redaction.allow);
  const options = { now: here.now, rules: await readInstructions(root), isHuman: true, force: false };
  const done = await changeProjectMemory({ project: root }, here, true, (memory) => captureAll(memory, proposals, options));
  const [captured] = done.outcome.captured;
  if (captured?.action === 'refused') {
    const [reason] = captured.reasons;
    throw new AppError('conflict', reason?.message ?? 'It was refused.', reason?.hint === undefined ? {} : { hint: reason.hint });
  }
  const id = captured?.id ?? '';
  return { said: captured?.action === 'merge' ? `Counted on ${id}` : `Saved as ${id}`, ...describe(done) };
}
