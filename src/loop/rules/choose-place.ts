import { claudeContext } from '../../agents/claude-code/context.ts';
import { agents } from '../../agents/registry.ts';
import type { LearningConfig } from '../../config/loop-config.ts';
import { anonymise } from '../../redaction/anonymise.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { KeepRequest } from './keep-rules.ts';

/** Where rules may be kept. */
export interface RulePlaces {
  projectRoot: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Claude Code's folder, where the configuration names one. */
  claudeDir?: string;
}

/** The user's memory and file, as the loop is documented; or the project's, where the configuration says so. */
export function choosePlace(
  whose: NonNullable<LearningConfig['file']>,
  { projectRoot, home, env, claudeDir }: RulePlaces,
): KeepRequest['place'] {
  const folders = claudeDir === undefined ? {} : { 'claude-code': claudeDir };
  if (whose === 'project') return { whose, delivery: { home, env, folders, known: agents, agents: ['claude-code'], anonymise } };
  const file = claudeContext({ home, env, folders, projectRoot }).user;
  if (!file)
    throw new AppError('not-found', 'Claude Code has no file of the user here.', { hint: 'Set learning.file to "project".' });
  return { whose, memoryRoot: findOwnFolders({ home, env }).config, file };
}
