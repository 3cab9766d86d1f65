import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson, resolvePath, tellProblems } from '../../app/surroundings.ts';
import { consult } from '../../lifecycle/consult/consult.ts';
import { describeConsulted } from '../../lifecycle/consult/describe-lesson.ts';
import { PHASE_RULES, readTask } from '../../lifecycle/consult/phase-rules.ts';
import { renderPrompt, tellGeneral } from '../../lifecycle/consult/render-prompt.ts';
import { findTaskFiles } from '../../lifecycle/consult/task-files.ts';
import { printNotice } from '../../memory/notice.ts';
import { chooseCanvas } from '../views/text.ts';
import type { ConsultFlags } from './command.ts';
import { viewConsultation } from './view.ts';

/** Runs `hardwon consult`. */
export async function runConsult(flags: ConsultFlags, here: Host): Promise<void> {
  const root = findProjectRoot(flags, here);
  const folder = flags.project === undefined ? here.cwd : resolvePath(flags.project, here);
  // Paths are relative to the folder given with --project, unless the working directory is inside it.
  const { files, outside } = await findTaskFiles(flags.files, { folder, cwd: here.cwd, home: here.home });
  const task = readTask(flags, files.list);
  const found = await consult(root, task, here.now);
  const { use } = PHASE_RULES[task.phase];
  const notices = [...outside.map((name) => `${name} is not in this project`), ...found.notices.map(printNotice)];
  const prompt = flags.prompt && renderPrompt(found.lessons, use, flags.budget, tellGeneral(found, task.phase));
  if (flags.json) {
    const { path, entries, general, skippedLow } = found;
    const { from, isCut, list } = files;
    const lessons = found.lessons.map(describeConsulted);
    const asked = {
      phase: task.phase,
      dimension: task.dimension,
      use,
      files: { from, isCut, list },
    };
    const block = prompt === undefined ? {} : { prompt };
    printJson(here, { schema: 1, root, path, ...asked, entries, lessons, general, skippedLow, ...block, notices });
    return;
  }
  tellProblems(here, notices);
  // A prompt is left unchanged if there is nothing to add; a person is told that there is nothing.
  if (prompt !== undefined) here.stdout.write(prompt);
  else here.stdout.write(viewConsultation({ task, files, found }, chooseCanvas(here.stdout, here)));
}
