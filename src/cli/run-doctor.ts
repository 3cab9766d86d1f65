import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examinations } from '../doctor/examinations/index.ts';
import { examine } from '../doctor/examine.ts';
import { meetPatient } from '../doctor/meet-patient.ts';
import { findProjectRoot } from './change-project-memory.ts';
import { chooseNode } from './choose-node.ts';
import type { DoctorFlags } from './commands/doctor.ts';
import { Progress } from './progress.ts';
import { printJson, resolvePath, surroundings } from './surroundings.ts';
import { viewDoctor } from './views/doctor-view.ts';
import { chooseCanvas } from './views/text.ts';

/** Runs `hardwon doctor`. */
export async function runDoctor(flags: DoctorFlags): Promise<void> {
  const here = surroundings();
  // Says so where the folder that was named is not there.
  findProjectRoot(flags, here);
  const patient = await meetPatient({
    ...here,
    platform: process.platform,
    node: chooseNode(process.execPath, here.env, process.platform),
    // Everything that is bundled lies in one folder.
    dist: dirname(fileURLToPath(import.meta.url)),
    ...(flags.project === undefined ? {} : { project: resolvePath(flags.project, here) }),
    ...(flags.config === undefined ? {} : { configPath: resolvePath(flags.config, here) }),
  });
  const progress = new Progress(process.stderr);
  const onProgress = (done: number, total: number) => progress.show('Examining', done, total, `${done} of ${total}`);
  const report = await examine(patient, examinations, { fix: flags.fix ?? false, onProgress }).finally(() => progress.clear());
  if (flags.json) printJson(report);
  else process.stdout.write(viewDoctor(report, chooseCanvas(process.stdout, here)));
  process.exitCode = report.problems > 0 ? 1 : 0;
}
