import type { ClaimGroup } from '../claim-group.ts';
import { code, listWords, quotable, quotablePath, times, type Wording } from '../draft.ts';
import { escapeGlob } from '../triggers/glob.ts';
import { commandRule } from './rules.ts';

/** Hooks: what is refused, and what its text names instead or first. */
export const wordHook: Wording = (group) => {
  const claim = group.claims.at(-1);
  const closed = closedBy(group);
  const denied = closed ?? quotable(claim?.wrong, 80);
  if (!denied || (!closed && isWholeTool(group))) return undefined;
  const right = quotable(group.rights[0], 60);
  const isShell = claim?.facts?.program !== undefined && claim.facts.folder === undefined;
  const deed = claim?.failure.call.tool === 'read' ? 'reading' : 'changes of';
  const what = isShell ? code(denied) : `${deed} ${code(denied)}`;
  const first = claim?.facts?.first && right;
  return {
    kind: 'command',
    reach: 'project',
    title: first
      ? `Before ${code(denied)}, run ${code(right)}: a hook wants it`
      : right
        ? `A hook refuses ${what}: use ${code(right)}`
        : `A hook refuses ${what}`,
    guidance: first
      ? `Run ${code(right)} before ${code(denied)}: a hook refuses it otherwise.`
      : right
        ? `Use ${code(right)} instead of ${what}: a hook refuses it here.`
        : isShell
          ? `Do not call ${code(denied)}: a hook refuses it here; do what its message says.`
          : `Do not ${deed === 'reading' ? 'read' : 'change'} ${code(denied)}: a hook refuses it here; do what its message says.`,
    pattern: `A hook refused it ${times(group.occurrences)}.`,
    scope: isShell ? [] : [denied],
    ...(isShell ? { rule: commandRule(denied) } : {}),
    ...(isShell && first ? { when: `${commandRule(right)} has not run` } : {}),
    ...(isShell || deed === 'reading' ? {} : { rule: `Edit(${closed ? `${escapeGlob(denied)}**` : escapeGlob(denied)})` }),
  };
};

/** Permission rules: only what was denied, because the rule itself is not in the log. */
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
    title: `Not permitted here: ${folder ? `calls on ${listed}` : listed}`,
    guidance: folder
      ? `Do not work on ${listed} with tools or the shell without asking: permission rules deny it. Ask the user, or do without.`
      : `Do not call ${listed} without asking: a permission rule denies it. Ask the user, or do without.`,
    pattern: `Denied ${times(group.occurrences)}.`,
    scope: folder && closed ? [closed] : [],
    ...(folder === undefined && denied.length === 1 && forms[0] && group.claims.at(-1)?.failure.call.tool === 'shell'
      ? { rule: commandRule(closed ?? forms[0]) }
      : {}),
  };
};

/** The folder or the program that all denials of the group have in common. */
function closedBy(group: ClaimGroup): string | undefined {
  const { folder, all } = group.claims.at(-1)?.facts ?? {};
  return quotablePath(folder === undefined ? all : `${folder}/`, 100);
}

/** A tool that was refused once, without a path: nothing says that it is refused every time. */
function isWholeTool(group: ClaimGroup): boolean {
  return group.claims.every(({ wrong, facts, right }) => wrong === facts?.tool && right === undefined);
}
