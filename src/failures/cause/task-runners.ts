import type { CauseRule } from './rule.ts';

/** Task runners that do not know a task, or do not find their file. */
export const taskRunnerRules: readonly CauseRule[] = [
  // Task runners
  {
    id: 'make.rule',
    kind: 'script-missing',
    has: 'No rule to make target',
    line: /No rule to make target [`'"](?<subject>[^'"`]+)['"`]/,
    strict: true,
  },
  {
    id: 'make.file',
    kind: 'wrong-cwd',
    has: 'no makefile found',
    line: /No targets specified and no makefile found/,
    strict: true,
  },
  {
    id: 'just.recipe',
    kind: 'script-missing',
    has: 'does not contain recipe',
    line: /Justfile does not contain recipe `(?<subject>[^`]+)`/i,
    strict: true,
  },
  { id: 'just.file', kind: 'wrong-cwd', has: 'No justfile found', line: /No justfile found/, strict: true },
  {
    id: 'mise.task',
    kind: 'script-missing',
    has: 'mise ERROR no task',
    line: /^mise ERROR no task (?<subject>\S+) found/,
    strict: true,
  },
  { id: 'mise.none', kind: 'wrong-cwd', has: 'no tasks defined', line: /^mise ERROR no tasks defined/, strict: true },
  { id: 'mise.trust', kind: 'permission', has: 'not trusted', line: /Config files? in \S+ (?:is|are) not trusted/ },
  {
    id: 'task.task',
    kind: 'script-missing',
    has: 'task: Task "',
    line: /task: Task "(?<subject>[^"]+)" does not exist/,
    strict: true,
  },
  {
    id: 'turbo.task',
    kind: 'script-missing',
    has: 'Could not find task',
    line: /Could not find task `(?<subject>[^`]+)`/,
    strict: true,
  },
];
