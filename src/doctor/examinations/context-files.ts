import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { ContextFile } from '../../agents/context.ts';
import { deliveryOptions } from '../../app/learn/learn-project.ts';
import { listReadings, readingFiles } from '../../delivery/context-files/readings.ts';
import { findBlock, projectKey } from '../../delivery/markers.ts';
import { planDelivery } from '../../delivery/plan.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from '../../shared/files.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';

/**
 * Examines the blocks in context files: whether they are complete, unchanged since they were written, and equal to what memory
 * would write now.
 */
export const contextFiles: Examination = {
  name: 'context-files',
  title: 'Context files',
  async examine(patient) {
    const blocks = await findBlocks(patient);
    const findings = blocks.map(({ finding }) => finding);
    if (findings.length === 0)
      return [{ state: 'ok', says: 'No context file has lessons in it; hardwon learn --apply puts them there.' }];
    const hasMemory = existsSync(join(patient.root, MEMORY_FOLDER, MEMORY_FILE));
    return [...findings, ...(hasMemory ? await examinePlan(patient, blocks).catch(leaveToMemory) : [])];
  },
};

interface FoundBlock {
  file: ContextFile;
  agent: string;
  finding: ExaminationFinding;
}

async function findBlocks({ root, home, env, agentFolders, known }: Installation): Promise<FoundBlock[]> {
  const readings = await listReadings({ projectRoot: root, home, env, folders: agentFolders, known });
  const seen = new Set<string>();
  const blocks: FoundBlock[] = [];
  for (const { agent, context } of readings) {
    for (const file of readingFiles(context)) {
      if (seen.has(file.path)) continue;
      seen.add(file.path);
      const finding = await examineBlock(file, root);
      if (finding) blocks.push({ file, agent, finding });
    }
  }
  return blocks;
}

async function examineBlock(file: ContextFile, root: string): Promise<ExaminationFinding | undefined> {
  try {
    const text = (await readTextFile(file.path))?.text;
    const block =
      text === undefined ? undefined : findBlock(text, file.path, file.isManyProjects ? projectKey(root) : undefined);
    if (!block) return undefined;
    if (block.isAsWritten) return { state: 'ok', says: `${file.name} has a block of lessons, as it was written.` };
    return {
      state: 'note',
      says: `${file.path}:${block.startLine}: the lines between the markers were edited by hand; hardwon learn does not overwrite them.`,
      fix: 'Move your lines out of the markers, or replace the block: hardwon learn --apply --force',
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'problem', says: `${error.message}.`, fix: error.hint };
  }
}

/** Ignores a memory that cannot be read: the examination of the memory reports it. */
function leaveToMemory(error: unknown): ExaminationFinding[] {
  if (error instanceof AppError) return [];
  throw error;
}

/** Examines which changes the lessons that are now in memory would make to the files with blocks. */
async function examinePlan(patient: Installation, blocks: readonly FoundBlock[]): Promise<ExaminationFinding[]> {
  const { root, home, env, known, agentFolders: folders, now, config } = patient;
  const { budget, minConfidence } = 'broken' in config ? {} : config.config;
  const limits = {
    budget,
    minConfidence,
  };
  const plan = await planDelivery({
    ...deliveryOptions({ root }, { home, env, folders, known, ...limits }),
    agents: [...new Set(blocks.map(({ agent }) => agent))],
    lessons: [],
    now,
  });
  const paths = new Set(blocks.map(({ file }) => file.path));
  const stale = plan.changes.filter(({ path, kind }) => kind === 'context' && paths.has(path));
  const findings: ExaminationFinding[] = stale.map(({ path }) => ({
    state: 'note',
    says: `${showName(path, root)} is older than the memory.`,
    fix: 'hardwon learn --apply',
  }));
  if (plan.leftOut.length > 0)
    findings.push({
      state: 'note',
      says: `${plan.leftOut.length} ready lessons do not fit into the token budget; hooks still tell them.`,
      fix: 'Raise the budget in the configuration, or promote lessons: hardwon promote',
    });
  for (const { code, message } of plan.notices)
    if (code === 'not-read' || code === 'not-ignored') findings.push({ state: 'problem', says: `${message}.` });
  return findings;
}

/** Returns a path relative to the project, or the whole path if it is elsewhere. */
function showName(path: string, root: string): string {
  const way = relative(root, path);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? path : way;
}
