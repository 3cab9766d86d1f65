import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson, resolvePath, surroundingsOf } from '../../app/surroundings.ts';
import { examinations } from '../../doctor/examinations/index.ts';
import { examine } from '../../doctor/examine.ts';
import { inspectInstallation } from '../../doctor/inspect-installation.ts';
import { chooseNode } from '../install/choose-node.ts';
import { Progress } from '../progress.ts';
import { chooseCanvas } from '../views/text.ts';
import type { DoctorFlags } from './command.ts';
import { viewDoctor } from './view.ts';

/** Runs `hardwon doctor`. */
export async function runDoctor(flags: DoctorFlags, here: Host): Promise<void> {
  // Throws if the named folder does not exist.
  findProjectRoot(flags, here);
  const patient = await inspectInstallation({
    ...surroundingsOf(here),
    dist: here.dist,
    platform: process.platform,
    node: chooseNode(process.execPath, here.env, process.platform),
    project: flags.project === undefined ? undefined : resolvePath(flags.project, here),
    configPath: flags.config === undefined ? undefined : resolvePath(flags.config, here),
  });
  const progress = new Progress(here);
  const onProgress = (done: number, total: number) => progress.show('Examining', done, total, `${done} of ${total}`);
  const report = await examine(patient, examinations, { fix: flags.fix ?? false, onProgress }).finally(() =>
    progress.clear(),
  );
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewDoctor(report, chooseCanvas(here.stdout, here)));
  here.exitCode = report.problems > 0 ? 1 : 0;
}
