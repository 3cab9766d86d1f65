import { type Host, printJson, resolvePath, surroundingsOf } from '../../app/surroundings.ts';
import {
  type DeletionReport,
  forgetInTeam,
  initTeam,
  listPeople,
  pruneTeam,
  rejectInTeam,
  type TeamRequest,
} from '../../app/team/manage-team.ts';
import { AppError } from '../../shared/errors.ts';
import { stripControls } from '../../shared/terminal.ts';
import { chooseCanvas, plural, wrap } from '../views/text.ts';
import type { TeamFlags } from './command.ts';

/** Runs `hardwon team init`. */
export async function runTeamInit(flags: TeamFlags, here: Host): Promise<void> {
  const report = await initTeam(requestFor(flags, here));
  if (flags.json) return printJson(here, report);
  const { columns } = chooseCanvas(here.stdout, here);
  const done = report.isNew ? 'The tables of the team are ready' : 'The tables of the team are up to date';
  const grants =
    report.grants.length === 0
      ? []
      : [
          '',
          'Each person needs a login of their own. Run, as an administrator of the database:',
          ...report.grants.map((line) => `  ${line}`),
        ];
  here.stdout.write(
    [
      `${done} (${stripControls(report.team)}, version ${report.version}).`,
      ...grants,
      '',
      wrap('Then each of them sets team.url in their own configuration and runs hardwon sync.', columns, 0),
      '',
    ].join('\n'),
  );
}

/** Runs `hardwon team people`. */
export async function runPeople(flags: TeamFlags, here: Host): Promise<void> {
  const report = await listPeople(requestFor(flags, here));
  here.exitCode = report.people.length === 0 ? 1 : 0;
  if (flags.json) return printJson(here, report);
  if (report.people.length === 0) {
    here.stdout.write('Nobody has sent anything yet: hardwon sync does.\n');
    return;
  }
  const rows = report.people.map(
    ({ person, isMe, machines, groups, lastAt }) =>
      `${stripControls(person).padEnd(18)}${String(machines).padStart(8)}${String(groups).padStart(8)}  ${lastAt.slice(0, 10)}${isMe ? '  you' : ''}`,
  );
  here.stdout.write(`${['pseudonym         machines  groups  last seen', ...rows].join('\n')}\n`);
}

/** Runs `hardwon team reject`. */
export async function runTeamReject(id: string, flags: TeamFlags, here: Host): Promise<void> {
  const report = await rejectInTeam(id, flags.undo ?? false, requestFor(flags, here));
  if (flags.json) return printJson(here, report);
  const { columns } = chooseCanvas(here.stdout, here);
  const what = `${report.id} (${stripControls(report.title)})`;
  const told = report.rejected
    ? `${what} is rejected for everybody. It leaves their memory at their next sync and learn.`
    : `The rejection of ${what} is withdrawn. hardwon restore ${report.id} brings it back here.`;
  here.stdout.write(`${wrap(told, columns, 0)}\n`);
}

/** Runs `hardwon team forget`. */
export async function runForget(flags: TeamFlags, here: Host): Promise<void> {
  const { me, person, project } = flags;
  if (!me && person === undefined && project === undefined)
    throw new AppError('usage', 'Say whose rows to delete.', {
      hint: 'Add --me, --person PSEUDONYM or --project ADDRESS.',
    });
  const which = {
    me,
    person,
    project,
  };
  const { project: _, ...others } = flags;
  tellDeletion(await forgetInTeam(which, flags.yes ?? false, requestFor(others, here)), flags, here);
}

/** Runs `hardwon team prune`. */
export async function runPrune(flags: TeamFlags, here: Host): Promise<void> {
  tellDeletion(await pruneTeam(flags.olderThan ?? here.now, flags.yes ?? false, requestFor(flags, here)), flags, here);
}

function tellDeletion(report: DeletionReport, { json }: TeamFlags, here: Host): void {
  here.exitCode = report.rows === 0 ? 1 : 0;
  const { rows, done, team } = report;
  const where = stripControls(team);
  if (json) printJson(here, report);
  else if (rows === 0) here.stdout.write(`There is nothing to delete in ${where}.\n`);
  else if (done) here.stdout.write(`Deleted ${plural(rows, 'row')} from ${where}.\n`);
  else here.stdout.write(`${plural(rows, 'row')} would be deleted from ${where}. Nothing was: add --yes.\n`);
}

function requestFor({ config, project }: TeamFlags, here: Host): TeamRequest {
  return {
    ...surroundingsOf(here),
    configPath: config === undefined ? undefined : resolvePath(config, here),
    project: project === undefined ? undefined : resolvePath(project, here),
  };
}
