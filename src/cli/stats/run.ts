import { existsSync } from 'node:fs';
import { type Comparison, findCompared } from '../../app/backtest/compared-sessions.ts';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { gatherStats } from '../../app/stats/gather-stats.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import type { JournalEntry } from '../../delivery/journal/entry.ts';
import { readJournal } from '../../delivery/journal/read-journal.ts';
import { measureEffect } from '../../proof/effect.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas, quoteWord } from '../views/text.ts';
import type { StatsFlags } from './command.ts';
import { viewEffect } from './effect-view.ts';
import { viewStats } from './view.ts';

/** Runs `hardwon stats`: prints all figures, or the section that was asked for. */
export async function runStats(flags: StatsFlags, here: Host): Promise<void> {
  if (flags.loop) await (await import('./run-loop.ts')).tellLoop(flags, here);
  else if (flags.effect) tellEffect(flags, here);
  else await tellFigures(flags, here);
}

async function tellFigures(flags: StatsFlags, here: Host): Promise<void> {
  const progress = new Progress(here);
  const onProgress = (done: number, total: number) => progress.reading(done, total);
  const report = await gatherStats({ ...requestOf(flags, here), onProgress }).finally(() => progress.clear());
  if (flags.json) printJson(here, report);
  else if (report.projects.length === 0) here.stdout.write(tellNothing(report.nothing?.folder, report.nothing?.near ?? []));
  else here.stdout.write(viewStats(report, chooseCanvas(here.stdout, here)));
  here.exitCode = report.projects.length === 0 ? 1 : 0;
}

/** Prints the comparison, which uses only the journal: no logs are read. */
function tellEffect(flags: StatsFlags, here: Host): void {
  const isWanted = chooseEntries(flags, here);
  const compared = findCompared([...readJournal(findOwnFolders(here).data)].filter(isWanted));
  const effect = measureEffect(compared.sessions);
  if (flags.json) printJson(here, { schema: 1, at: here.now.toISOString(), ...describeSpan(compared), ...effect });
  else here.stdout.write(viewEffect(effect, compared, chooseCanvas(here.stdout, here)));
  here.exitCode = effect.difference ? 0 : 1;
}

function describeSpan({ firstAt, lastAt }: Comparison): object {
  return firstAt === undefined ? {} : { firstAt, lastAt };
}

function chooseEntries({ since, until, agent, all, project }: StatsFlags, here: Host): (entry: JournalEntry) => boolean {
  const root = all ? undefined : findProjectRoot(project === undefined ? {} : { project }, here);
  const [from, to] = [since?.toISOString() ?? '', until?.toISOString() ?? '~'];
  return (entry) =>
    (root === undefined || entry.project === root) &&
    entry.at >= from &&
    entry.at <= to &&
    (agent === undefined || agent.includes(entry.agent));
}

function tellNothing(folder: string | undefined, near: readonly string[]): string {
  const meant = near.map((root) => `--project ${quoteWord(root)}`).join(', or ');
  const isGone = folder !== undefined && !existsSync(folder);
  return [
    isGone ? `There is no folder ${folder}.` : `There are no sessions${folder === undefined ? '' : ` for ${folder}`}.`,
    meant ? `Did you mean ${meant}?` : 'hardwon projects lists the folders that have sessions.',
    '',
  ].join('\n');
}
