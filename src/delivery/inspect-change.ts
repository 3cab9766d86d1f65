import { readTextFile } from '../shared/files.ts';
import { resolveInside } from './containment.ts';
import { contentHash, type UndoneChange } from './undo-record.ts';

/** The current state of a file in a record. */
interface ChangeState {
  old: UndoneChange;
  /** The file now, with links followed again. */
  target: string;
  /** Its text; undefined if it does not exist. */
  current: string | undefined;
  /** Whether it is as the run left it. */
  isWritten: boolean;
  /** Whether it is neither as the run left it nor as it was before. */
  isChanged: boolean;
}

/** Examines a file that a run changed, or was about to change. */
export async function inspect(old: UndoneChange): Promise<ChangeState> {
  const target = await resolveInside(old.path, old.root);
  const current = (await readTextFile(target))?.text;
  const hash = current === undefined ? undefined : contentHash(current);
  const isWritten = target === old.target && hash === old.afterHash;
  return {
    old,
    target,
    current,
    isWritten,
    isChanged: !isWritten && (target !== old.target || current !== old.before),
  };
}
