import { codeOr, quotable } from '../../lessons/quotable.ts';
import { familyOf } from '../../shell/index.ts';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import { endOfBlock, indentOf } from './code-block.ts';
import type { AskedTool, FoundToolSource } from './source.ts';

/** A runner whose tasks are blocks of a text file. */
interface TaskRunner {
  program: 'just' | 'task';
  kind: FoundToolSource['kind'];
  files: readonly string[];
  /** Returns the line, counted from 0, on which a task starts; -1 if there is none of that name. */
  find(lines: readonly string[], name: string): number;
  /** Returns the command on a line of the task; undefined if there is none. */
  commandOf(line: string): string | undefined;
}

const RUNNERS: readonly TaskRunner[] = [
  {
    program: 'just',
    kind: 'just-recipe',
    files: ['justfile', 'Justfile', '.justfile'],
    find: (lines, name) => lines.findIndex((line) => isRecipe(line, name)),
    commandOf: (line) => line.trim().replace(/^[@-]+/, ''),
  },
  {
    program: 'task',
    kind: 'task',
    files: [
      'Taskfile.yml',
      'Taskfile.yaml',
      'taskfile.yml',
      'taskfile.yaml',
      'Taskfile.dist.yml',
      'Taskfile.dist.yaml',
    ],
    find: findTask,
    commandOf: (line) => /^\s*-\s+(?:cmd:\s*)?['"]?([^'"].*?)['"]?$/.exec(line.slice(0, 1000))?.[1],
  },
];

/** Finds recipes of just, and tasks of Task. */
export function findTasks(asked: AskedTool, checkout: SourceCheckout): FoundToolSource[] {
  return RUNNERS.flatMap((runner) => {
    const isRun = asked.command !== undefined && familyOf(asked.command.name) === runner.program;
    const name = isRun ? asked.script : asked.name;
    if (name === undefined) return [];
    for (const folder of new Set([asked.folder, checkout.top])) {
      const files = runner.files.flatMap((path) => checkout.read(path, folder) ?? []);
      const found = files.flatMap((file) => describe(runner, file, name, folder));
      if (found.length > 0) return found.slice(0, 1);
    }
    return [];
  });
}

function describe(runner: TaskRunner, { path, lines }: SourceFile, name: string, folder: string): FoundToolSource[] {
  const start = runner.find(lines, name);
  if (start < 0) return [];
  const end = endOfBlock(lines, start);
  const body = lines.slice(start + 1, end + 1).flatMap((line) => runner.commandOf(line) ?? []);
  const place = { path, from: start + 1, to: end + 1, folder };
  return [
    {
      kind: runner.kind,
      name: codeOr(quotable(`${runner.program} ${name}`), 'a task'),
      ...place,
      runs: body.length > 0 ? body.join('\n') : undefined,
    },
  ];
}

/** Whether a line is a recipe, such as `deploy stage='test': build`, and not an assignment. */
function isRecipe(line: string, name: string): boolean {
  const colon = line.indexOf(':');
  if (colon < 0 || /^[\s#]/.test(line) || line[colon + 1] === '=') return false;
  return line.slice(0, colon).trim().split(/\s+/)[0]?.replace(/^@/, '') === name;
}

function findTask(lines: readonly string[], name: string): number {
  const start = lines.findIndex((line) => /^tasks:\s*$/.test(line));
  const first = start < 0 ? undefined : lines.slice(start + 1).find((line) => /^\s+[^\s#]/.test(line));
  if (first === undefined) return -1;
  const depth = indentOf(first);
  const keys = [`${name}:`, `'${name}':`, `"${name}":`];
  return lines.findIndex(
    (line, at) => at > start && indentOf(line) === depth && keys.some((key) => line.trim().startsWith(key)),
  );
}
