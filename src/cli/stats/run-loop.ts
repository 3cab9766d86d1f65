import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { readHistory } from '../../loop/run/history.ts';
import { addUp } from '../../loop/run/loop-figures.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { contains } from '../../shared/paths.ts';
import { chooseCanvas } from '../views/text.ts';
import { viewLoopFigures } from './loop-view.ts';

/** Selects the runs to count. */
export interface LoopStatsFlags {
  project?: string;
  all?: true;
  since?: Date;
  until?: Date;
  json?: true;
}

/** Runs `hardwon stats --loop`: uses only the history of runs, and reads no logs. */
export async function tellLoop({ project, all, since, until, json }: LoopStatsFlags, here: Host): Promise<void> {
  const root = all ? undefined : findProjectRoot(project === undefined ? {} : { project }, here);
  const [from, to] = [since?.toISOString() ?? '', until?.toISOString() ?? '~'];
  const history = await readHistory(findOwnFolders(here).data);
  const figures = addUp(
    history.filter(({ at, root: own }) => at >= from && at <= to && (root === undefined || contains(root, own))),
  );
  if (json) printJson(here, { schema: 1, at: here.now.toISOString(), ...figures });
  else here.stdout.write(viewLoopFigures(figures, chooseCanvas(here.stdout, here)));
  here.exitCode = figures.runs === 0 ? 1 : 0;
}
