import type { ContextFile } from '../../agents/context.ts';
import type { Change } from '../../delivery/change.ts';
import { resolveInside } from '../../delivery/containment.ts';
import { findOriginal } from '../../delivery/hooks/find-original.ts';
import { findBlock, listBlockKeys, removeBlock } from '../../delivery/markers.ts';
import { isOurShell } from '../../delivery/plan-file.ts';
import { AppError, tellWhole } from '../../shared/errors.ts';
import { BYTE_ORDER_MARK, readTextFile } from '../../shared/files.ts';

/** The files without their blocks, and what cannot be removed. */
interface BlockRemoval {
  changes: Change[];
  /** Blocks that somebody edited, and rules that somebody promoted: they are the user's. */
  left: string[];
}

/** Plans to take every block of hardwon out of files. Blocks that were edited by hand stay. */
export async function planBlockRemoval(
  files: readonly Pick<ContextFile, 'path' | 'root' | 'begin'>[],
  dataDir: string,
): Promise<BlockRemoval> {
  const plan: BlockRemoval = { changes: [], left: [] };
  const seen = new Set<string>();
  for (const file of files) {
    try {
      const target = await resolveInside(file.path, file.root);
      // CLAUDE.md and AGENTS.md are often one file under two names.
      if (seen.has(target)) continue;
      seen.add(target);
      await planFile(file, target, dataDir, plan);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      plan.left.push(tellWhole(error));
    }
  }
  return plan;
}

async function planFile(
  { path, root, begin = '' }: Pick<ContextFile, 'path' | 'root' | 'begin'>,
  target: string,
  dataDir: string,
  plan: BlockRemoval,
): Promise<void> {
  const before = (await readTextFile(target))?.text;
  if (before === undefined) return;
  if (before.includes(PROMOTED))
    plan.left.push(`${path} contains rules that were promoted: they are yours to keep or delete.`);
  const keys = listBlockKeys(before);
  const isImport = keys.length === 0 && /^@\S+\s*$/.test(before);
  if (keys.length === 0 && !isImport) return;
  const edited = keys.filter((key) => findBlock(before, path, key)?.isAsWritten === false);
  for (const key of edited) {
    const line = findBlock(before, path, key)?.startLine;
    plan.left.push(`${path}:${line}: the lines between the hardwon markers were edited by hand. Delete them yourself.`);
  }
  if (edited.length > 0) return;
  const isFree = async (text: string) => !isImport && listBlockKeys(text).length === 0;
  const original = await findOriginal(dataDir, target, before, isFree);
  if (isImport && !original) return;
  const rest = keys.reduce<string>((text, key) => removeBlock(text, path, key), before);
  const isOver = [begin, '', BYTE_ORDER_MARK].includes(rest) || isOurShell(path, rest);
  plan.changes.push({
    path,
    root,
    before,
    after: original ? original.text : isOver ? undefined : rest,
    kind: 'context',
  });
}

/** The start of the block that `hardwon promote` writes. */
const PROMOTED = '<!-- hardwon:rules:start -->';
