import { loadConfig } from '../../config/load-config.ts';
import { type CaptureOutcome, captureAll } from '../../lifecycle/capture/capture-all.ts';
import type { CaptureOptions } from '../../lifecycle/capture/captured.ts';
import { readInstructions } from '../../lifecycle/capture/instruction-files.ts';
import type { Proposal } from '../../lifecycle/capture/proposal.ts';
import { redactProposals } from '../../lifecycle/capture/redact-proposals.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import { openDeclaredPackages } from '../declared-packages.ts';
import { openLogFinder } from '../history/find-logs.ts';
import { changeMemoryOf, type ProjectMemoryChange } from '../memory/change-project-memory.ts';

/** The place where lessons are captured, and the options for it. */
export interface CaptureRequest
  extends Omit<Surroundings, 'cwd'>,
    Omit<CaptureOptions, 'rules' | 'packages' | 'hasLogs'> {
  /** The root of the project. */
  root: string;
  /** A configuration file to use instead of the project's. */
  configPath?: string;
}

/** The gate that every lesson worded by a person or an agent must pass. */
export interface CaptureGate {
  /** Returns the proposals without control characters and secrets. */
  clean(proposals: readonly Proposal[]): Promise<Proposal[]>;
  /** Judges the proposals and merges them with memory; writes those captured if `apply` is set. */
  pass(proposals: readonly Proposal[], apply: boolean): Promise<ProjectMemoryChange<CaptureOutcome>>;
}

/** Opens the gate: reads what the configuration allows and what agents are already told. */
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
      // Clean again: text typed into an editor in the meantime may hold a secret, too.
      const safe = await clean(proposals);
      return changeMemoryOf(root, request, apply, (memory) => captureAll(memory, safe, options));
    },
  };
}
