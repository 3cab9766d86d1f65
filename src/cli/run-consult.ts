import { existsSync } from 'node:fs';
import { readAskedFiles } from '../lifecycle/consult/asked-files.ts';
import { listChangedFiles } from '../lifecycle/consult/changed-files.ts';
import { type ConsultedLesson, consult } from '../lifecycle/consult/consult.ts';
import type { Task } from '../lifecycle/consult/match-entry.ts';
import { PHASE_RULES } from '../lifecycle/consult/phase-rules.ts';
import { renderPrompt } from '../lifecycle/consult/render-prompt.ts';
import { printNotice } from '../memory/notice.ts';
import type { Phase } from '../memory/phases.ts';
import { openDisk } from '../sessions/projects/git-folder.ts';
import { AppError } from '../shared/errors.ts';
import { findProjectRoot } from './change-project-memory.ts';
import type { ConsultFlags } from './commands/consult.ts';
import { printJson, resolvePath, type Surroundings, surroundings, tellProblems } from './surroundings.ts';
import { type TaskFiles, viewConsultation } from './views/consult-view.ts';
import { chooseCanvas } from './views/text.ts';

/** Runs `hardwon consult`. */
export async function runConsult(flags: ConsultFlags): Promise<void> {
  const here = surroundings();
  const root = findProjectRoot(flags, here);
  const { files, outside } = await findFiles(flags, here);
  const task: Task = { phase: choosePhase(flags), files: files.list, ...(flags.dimension && { dimension: flags.dimension }) };
  const found = await consult(root, task, here.now);
  const { use } = PHASE_RULES[task.phase];
  const notices = [...outside.map((name) => `${name} is not in this project`), ...found.notices.map(printNotice)];
  const prompt = flags.prompt && renderPrompt(found.lessons, use, flags.budget);
  if (flags.json) {
    const { path, entries, skippedLow } = found;
    const { from, isCut, list } = files;
    const lessons = found.lessons.map(describeLesson);
    const asked = { phase: task.phase, ...(task.dimension && { dimension: task.dimension }), use, files: { from, isCut, list } };
    const block = prompt === undefined ? {} : { prompt };
    printJson({ schema: 1, root, path, ...asked, entries, lessons, skippedLow, ...block, notices });
    return;
  }
  tellProblems(notices);
  // An agent that asks before every task should not read that there is nothing; a person should.
  const isQuiet = found.entries === 0 && !process.stdout.isTTY;
  if (prompt !== undefined) process.stdout.write(prompt);
  else if (!isQuiet) process.stdout.write(viewConsultation({ task, files, found }, chooseCanvas(process.stdout, here)));
}

/** What is asked about a dimension alone is asked in the phase that decides it. */
function choosePhase({ phase, dimension, files }: ConsultFlags): Phase {
  if (phase !== undefined) return phase;
  const deciding = Object.entries(PHASE_RULES).find(([, rule]) => rule.dimension !== undefined && rule.dimension === dimension);
  return files === undefined && deciding ? (deciding[0] as Phase) : 'implement';
}

async function findFiles(flags: ConsultFlags, here: Surroundings): Promise<{ files: TaskFiles; outside: string[] }> {
  const folder = flags.project === undefined ? here.cwd : resolvePath(flags.project, here);
  const disk = openDisk();
  const git = disk.findGit(folder);
  const top = git?.top ?? disk.real(folder);
  if (flags.files) {
    // What is named with --project is seen from there, unless one stands in it.
    const cwd = disk.findGit(here.cwd)?.main === git?.main && existsSync(here.cwd) ? disk.real(here.cwd) : disk.real(folder);
    const tops = git ? [git.main, ...git.worktrees] : [];
    const { files: list, outside } = readAskedFiles(flags.files, { cwd, top, tops, home: here.home }, disk);
    // Without files all lessons would go by phase, which is not what was asked.
    if (list.length === 0)
      throw new AppError('usage', `None of the files is in ${top}: ${flags.files.join(', ')}`, {
        hint: 'Name files, folders or globs of this project.',
      });
    return { files: { from: 'given', list, isCut: false }, outside };
  }
  const { files: list, isCut } = git ? await listChangedFiles(top) : { files: [], isCut: false };
  return { files: { from: list.length > 0 ? 'git' : 'none', list, isCut }, outside: [] };
}

function describeLesson({ entry, signal, match }: ConsultedLesson): object {
  const { id, title, guidance, pattern, confidence, status, kind, phase, dimension, scope, reach, occurrences, sessions } = entry;
  const { firstSeen, lastSeen, promoted, conflict, origin, validated, line, evidence } = entry;
  return {
    ...{ id, title, signal, guidance, pattern, confidence, status, kind, phase, dimension, scope, reach, occurrences, sessions },
    evidence: evidence.length,
    ...{ firstSeen, lastSeen, line },
    matched: { files: match.files, phase: match.byPhase, ...(match.byDimension && { dimension: match.byDimension }) },
    ...(promoted && { promoted }),
    ...(conflict && { conflict }),
    ...(origin && { origin }),
    ...(validated && { validated }),
  };
}
