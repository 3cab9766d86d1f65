import { loadConfig } from '../../config/load-config.ts';
import { type CaptureOutcome, captureAll } from '../../lifecycle/capture/capture-all.ts';
import type { CaptureOptions } from '../../lifecycle/capture/captured.ts';
import { readInstructions } from '../../lifecycle/capture/instruction-files.ts';
import type { Proposal } from '../../lifecycle/capture/proposal.ts';
import { redactProposals } from '../../lifecycle/capture/redact-proposals.ts';
import { openDeclaredPackages } from '../declared-packages.ts';
import { openLogFinder } from '../history/find-logs.ts';
import { type ChangePlaces, changeMemoryOf, type ProjectMemoryChange } from '../memory/change-project-memory.ts';

/** Where lessons are captured, and how. */
export interface CaptureRequest extends ChangePlaces, Omit<CaptureOptions, 'rules' | 'packages' | 'hasLogs'> {
  /** The root of the project. */
  root: string;
  /** A configuration file in place of the project's. */
  configPath?: string;
}

/** The gate that every lesson passes which somebody, or some agent, puts into words. */
export interface CaptureGate {
  /** Proposals without control characters and secrets. */
  clean(proposals: readonly Proposal[]): Promise<Proposal[]>;
  /** Judges them and puts them to what memory knows; writes what is captured where `apply` is set. */
  pass(proposals: readonly Proposal[], apply: boolean): Promise<ProjectMemoryChange<CaptureOutcome>>;
}

/** Opens the gate: reads what the configuration allows and what agents are told already. */
export async function openCaptureGate({ root, configPath, ...request }: CaptureRequest): Promise<CaptureGate> {
  const { home, env } = request;
  const explicit = configPath === undefined ? {} : { explicitPath: configPath };
  const { config } = await loadConfig({ cwd: root, home, env, ...explicit });
  const options = {
    ...request,
    rules: await readInstructions(root),
    packages: openDeclaredPackages(root),
    hasLogs: openLogFinder(request),
  };
  const clean = (proposals: readonly Proposal[]) => redactProposals(proposals, config.redaction.allow);
  return {
    clean,
    async pass(proposals, apply) {
      // Again: what was typed into an editor meanwhile may hold a secret, too.
      const safe = await clean(proposals);
      return changeMemoryOf(root, request, apply, (memory) => captureAll(memory, safe, options));
    },
  };
}
