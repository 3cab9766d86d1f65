import { parseShell, type ShellCommand } from '../../shell/index.ts';
import type { ClaimGroup } from '../claim-group.ts';
import type { History } from '../history.ts';
import type { Wording } from '../lesson-words.ts';
import { code, listWords, type Quotable, quotable, quotablePath, quote, say, times } from '../quotable.ts';
import { anyOf, asGlob, commandRule } from './rules.ts';

/** Words the lesson about a hook: the refused command, and the one that the hook's text names instead or first. */
export const wordHook: Wording = (group, history) => {
  const claim = group.claims.at(-1);
  const closed = closedBy(group);
  const denied = closed ?? quotable(claim?.wrong, 80);
  if (!denied || (!closed && isWholeTool(group))) return undefined;
  const right = quotable(group.rights[0], 60);
  const isShell = claim?.facts?.program !== undefined && claim.facts.folder === undefined;
  const deed = claim?.failure.call.tool === 'read' ? 'reading' : 'changes of';
  const forms = isShell ? deniedForms(group) : [denied];
  const isAlone = isShell && isOnlyRefusedAlone(group, history);
  const what = isShell
    ? say`${isAlone ? 'a bare ' : ''}${listWords(forms.map(code), 'or')}`
    : say`${deed} ${code(denied)}`;
  const first = claim?.facts?.first === undefined ? undefined : right;
  const rule = isShell ? anyOf(forms.map((form) => commandRule(form))) : undefined;
  return {
    kind: 'command',
    reach: 'project',
    // A command that has to run first does not prove that the rest is fine, so the guard checks the denied form, too.
    against: first ? [] : forms,
    title: first
      ? say`Before ${code(denied)}, run ${code(first)}: a hook wants it`
      : right
        ? say`A hook refuses ${what}: use ${code(right)}`
        : say`A hook refuses ${what}`,
    guidance: first
      ? say`Run ${code(first)} before ${code(denied)}: a hook refuses it otherwise.`
      : right
        ? say`Use ${code(right)} instead of ${what}: a hook refuses ${forms.length > 1 ? 'them' : 'it'} here.`
        : isShell
          ? say`Do not call ${code(denied)}: a hook refuses it; follow its message.`
          : say`Do not ${deed === 'reading' ? 'read' : 'change'} ${code(denied)}: a hook refuses it; follow its message.`,
    pattern: say`A hook refused it ${times(group.occurrences)}.`,
    scope: isShell ? [] : [denied],
    rule,
    when: isShell && first ? quote`${commandRule(first)} has not run` : undefined,
    // Hooks that check the beginning of a call allow the same command in a chain or a pipe.
    ...(isAlone && !first ? { when: quote`alone in its call` } : {}),
    ...(isShell || deed === 'reading' ? {} : { rule: quote`Edit(${asGlob(denied)}${closed ? '**' : ''})` }),
  };
};

/** Returns the refused forms, the most frequently refused first. */
function deniedForms({ claims }: ClaimGroup): Quotable[] {
  const counts = new Map<string, number>();
  for (const { wrong } of claims) counts.set(wrong, (counts.get(wrong) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .flatMap(([wrong]) => quotable(wrong, 80) ?? [])
    .slice(0, 4);
}

/** Whether every denied call contained nothing else, and others ran the same program beside something else. */
function isOnlyRefusedAlone({ claims }: ClaimGroup, history: History): boolean {
  const denied = claims.map(({ failure: { call } }) => commandsOf(call.input.command, call.name));
  const program = denied.at(-1)?.[0]?.name;
  if (program === undefined || denied.some((commands) => commands.length !== 1)) return false;
  return history.ranWell(program).some(({ command, name }) => {
    const commands = commandsOf(command, name);
    return commands.length > 1 && commands.some((one) => one.name === program);
  });
}

function commandsOf(text = '', tool: string): ShellCommand[] {
  return parseShell(text, tool).commands.filter(({ nested }) => !nested);
}

/** Words the lesson about a permission rule: only the denied form, because the rule itself is not in the log. */
export const wordPermission: Wording = (group) => {
  const closed = closedBy(group);
  const forms = [...new Set(group.claims.map((claim) => quotable(claim.wrong, 80)))];
  const denied = closed ? [code(closed)] : forms.flatMap((form) => (form === undefined ? [] : [code(form)]));
  if (denied.length === 0 || (!closed && denied.length < forms.length)) return undefined;
  const listed = listWords(denied.slice(0, 3), 'or');
  const folder = group.claims.at(-1)?.facts?.folder;
  return {
    kind: 'permission',
    reach: 'machine',
    against: closed ? [closed] : forms.flatMap((form) => form ?? []),
    title: say`Not permitted here: ${folder ? 'calls on ' : ''}${listed}`,
    guidance: folder
      ? say`Do not work on ${listed} with tools or the shell without asking: permission rules deny it.`
      : say`Do not call ${listed} without asking: a permission rule denies it.`,
    pattern: say`Denied ${times(group.occurrences)}.`,
    scope: folder && closed ? [closed] : [],
    ...(folder === undefined && denied.length === 1 && forms[0] && group.claims.at(-1)?.failure.call.tool === 'shell'
      ? { rule: commandRule(closed ?? forms[0]) }
      : folder && closed
        ? { rule: quote`Read(${asGlob(closed)}**)` }
        : {}),
  };
};

/** Returns the folder or the program that all denials of the group have in common. */
function closedBy(group: ClaimGroup): Quotable | undefined {
  const { folder, all } = group.claims.at(-1)?.facts ?? {};
  return quotablePath(folder === undefined ? all : `${folder}/`, 100);
}

/** Whether a tool was refused once, without a path: nothing says that it is refused every time. */
function isWholeTool(group: ClaimGroup): boolean {
  return group.claims.every(({ wrong, facts, right }) => wrong === facts?.tool && right === undefined);
}
