import type { Claim } from '../../failures/recovery/claim.ts';
import { groupClaims } from '../claim-group.ts';
import type { History } from '../history.ts';
import { acceptedCalls } from './rejections.ts';

/**
 * Merges denials that one permission rule or one hook explains into one lesson. If several programs were denied the same folder,
 * the folder is closed. If several commands of one program were denied and none was ever allowed, or a hook names the same
 * program for them, the program is denied. If a hook names the same tool for several programs, that is one rule. Otherwise they
 * stay apart: only the denied form is known to be denied.
 */
export function widenDenials(claims: readonly Claim[], history: History): Claim[] {
  const replaced = replacedPrograms(claims);
  const denials = claims.filter(isDenial);
  const folders = closedFolders(denials, history);
  const programs = closedPrograms(denials, history);
  return claims.map((claim) => {
    const pair = replacementOf(claim);
    if (pair !== undefined && replaced.has(pair))
      return { ...claim, key: pair, wrong: claim.facts?.program ?? claim.wrong };
    if (isForTool(claim)) return { ...claim, key: `tool ${claim.right}` };
    if (!isDenial(claim)) return claim;
    const folder = folders.find((one) => pathsOf(claim).some((path) => isWithin(path, one)));
    if (folder !== undefined) return { ...claim, key: `folder ${folder}`, facts: { ...claim.facts, folder } };
    const program = claim.facts?.program ?? '';
    return programs.has(program)
      ? { ...claim, key: `program ${program}`, facts: { ...claim.facts, all: program } }
      : claim;
  });
}

function isDenial({ relation, right }: Claim): boolean {
  return relation === 'permission-rule' || (relation === 'hook-rule' && right === undefined);
}

/** Whether a hook refused a program and named a tool of the agent: `cat` and `head` for `Read` are one rule. */
function isForTool({ relation, right, wrong, facts }: Claim): boolean {
  return relation === 'hook-rule' && wrong === facts?.program && right !== undefined && /^[A-Z]\w+$/.test(right);
}

/** Returns the programs of which a hook refused several commands and named the same program each time. */
function replacedPrograms(claims: readonly Claim[]): Set<string> {
  const byPair = groupClaims(claims, (claim) => replacementOf(claim) ?? '');
  return new Set(
    [...byPair].filter(([, group]) => new Set(group.map(({ key }) => key)).size > 1).map(([pair]) => pair),
  );
}

/** Returns the replacement, such as `bun` for `npm`, if a hook names a program and not a command. */
function replacementOf({ relation, right, facts }: Claim): string | undefined {
  const isProgram = relation === 'hook-rule' && facts?.program !== undefined && facts.first === undefined;
  return isProgram && right !== undefined && /^[a-z][\w-]*$/.test(right) ? `${facts.program} to ${right}` : undefined;
}

/**
 * Returns the folders that several programs were denied, or in which a tool was denied several files and never allowed: the
 * narrowest folder that covers the same denials, because it says most.
 */
function closedFolders(denials: readonly Claim[], history: History): string[] {
  const byFolder = new Map<string, { actors: Set<string>; paths: Set<string>; tools: Set<string> }>();
  for (const claim of denials) {
    for (const path of pathsOf(claim)) {
      for (const folder of [path, ...foldersAbove(path)]) {
        const known = byFolder.get(folder) ?? { actors: new Set(), paths: new Set(), tools: new Set() };
        byFolder.set(folder, known);
        // A tool that is denied one file of a folder may be allowed to change the next; a program may be denied altogether.
        known.actors.add(claim.facts?.program ?? path);
        known.paths.add(path);
        if (claim.facts?.program === undefined) known.tools.add(claim.facts?.tool ?? '');
      }
    }
  }
  const isOpen = (folder: string, tools: ReadonlySet<string>) =>
    history
      .filesBelow(folder)
      .some((file) => history.fileDeeds(file).some((deed) => deed.outcome === 'ok' && tools.has(deed.signature)));
  const closed = [...byFolder]
    .filter(([folder, { actors, paths, tools }]) => actors.size > 1 && paths.size > 1 && !isOpen(folder, tools))
    .map(([folder]) => folder);
  const sizeOf = (folder: string) => byFolder.get(folder)?.paths.size ?? 0;
  return closed.filter(
    (folder) =>
      !closed.some((inner) => inner !== folder && isWithin(inner, folder) && sizeOf(inner) === sizeOf(folder)),
  );
}

function closedPrograms(denials: readonly Claim[], history: History): Set<string> {
  const byProgram = groupClaims(denials, (claim) => claim.facts?.program ?? '');
  const closed = new Set<string>();
  for (const [program, group] of byProgram) {
    const forms = new Set(group.map(({ key }) => key));
    if (program !== '' && forms.size > 1 && acceptedCalls(program, history) === 0) closed.add(program);
  }
  return closed;
}

/** Returns the paths that a denied call named, relative to its working directory; a bare word is not a path. */
function pathsOf(claim: Claim): string[] {
  return claim.facts?.paths?.split('\n') ?? [];
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) folders.push(path.slice(0, cut));
  return folders;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
