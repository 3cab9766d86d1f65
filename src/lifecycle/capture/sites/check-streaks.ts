import { checkOf, isCheck, isGreen } from '../../../failures/findings/check-run.ts';
import { textOf } from '../../../failures/recovery/relation.ts';
import type { Step, ThreadView } from '../../../failures/recovery/session-view.ts';
import { filesOf } from '../../../failures/recovery/touched.ts';
import { familyOf, programOf } from '../../../programs/lookup.ts';
import { type ShellCommand, signatureOf } from '../../../shell/index.ts';

/** A check that failed, and the steps until it passed again or the session ended. */
export interface CheckStreak {
  /** The command as typed. */
  command: string;
  /** The command without flags: equal for the same check. */
  key: string;
  /** The failed runs, in order. */
  reds: Step[];
  /** The run that passed; absent if there was none. */
  green?: Step;
  /** Rounds of edits after a failed run, each followed by another run. */
  corrections: number;
  /** Files that were edited in between, the most frequently edited first. */
  files: string[];
}

interface OpenStreak extends CheckStreak {
  edits: Map<string, number>;
  /** Whether something was edited since the last run. */
  isEdited: boolean;
}

/** Finds the streaks of a thread. Only verdicts of a check on the code count: a wrong flag is not a failed run. */
export function findStreaks(view: ThreadView): CheckStreak[] {
  const open = new Map<string, OpenStreak>();
  const closed: OpenStreak[] = [];
  for (const step of view.steps) {
    for (const file of editedFiles(step, view)) {
      for (const streak of open.values()) {
        streak.edits.set(file, (streak.edits.get(file) ?? 0) + 1);
        streak.isEdited = true;
      }
    }
    const command = verificationOf(step);
    if (!command) continue;
    const key = keyOf(command);
    const known = open.get(key);
    const isRed = step.failure?.work === true;
    if (!isRed && !(known && isGreen(step))) continue;
    const streak: OpenStreak = known ?? {
      command: textOf(command),
      key,
      reds: [],
      corrections: 0,
      files: [],
      edits: new Map(),
      isEdited: false,
    };
    if (known?.isEdited) streak.corrections += 1;
    streak.isEdited = false;
    if (isRed) {
      streak.reds.push(step);
      open.set(key, streak);
    } else {
      streak.green = step;
      open.delete(key);
      closed.push(streak);
    }
  }
  return [...closed, ...open.values()].map(({ edits, isEdited: _, ...streak }) => ({
    ...streak,
    files: [...edits].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([file]) => file),
  }));
}

/** Returns the files of the repository that a file tool changed. */
export function editedFiles({ call, outcome }: Step, { roots }: ThreadView): string[] {
  if ((call.tool !== 'edit' && call.tool !== 'write') || outcome !== 'worked') return [];
  return filesOf(call).flatMap((path) => roots.relative(path, call.cwd) || []);
}

/** Returns the check that a call runs. A commit would be one only because of its hooks. */
function verificationOf({ call, parsed }: Step): ShellCommand | undefined {
  if (call.input.command === undefined || !parsed) return undefined;
  const check = checkOf(parsed);
  if (check && check.name !== 'git') return check;
  return parsed.commands.findLast((command) => !command.nested && !command.piped && runsTests(command));
}

function runsTests(command: ShellCommand): boolean {
  return programOf(familyOf(command.name))?.tests === true || (command.name !== 'git' && isCheck(command));
}

function keyOf(command: ShellCommand): string {
  return [command.dir ?? '', signatureOf(command), ...command.operands].join(' ').trim();
}
