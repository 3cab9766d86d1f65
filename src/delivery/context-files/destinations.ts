import { basename, parse } from 'node:path';
import type { AgentContext, ContextFile, ContextPlaces, ScopedRules, SharedFile } from '../../agents/context.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { isInside } from '../../shared/files.ts';
import { concerns, isForEverybody, isPassing, isPersonal } from './audience.ts';
import { type Candidate, chooseShared, filesRead, type Reader } from './choose-shared.ts';
import { type AgentReading, listReadings, readingFiles, Survey } from './readings.ts';
import { listScopedFiles } from './scoped-files.ts';

/** A file to which lessons are written. */
export interface Destination {
  file: ContextFile;
  /** Agents that read it; its own path stands for an unknown reader. */
  readers: readonly string[];
  /** Whether it is for a lesson; false for all if our block is to be removed. */
  takes(lesson: Lesson): boolean;
  /** The places that its readers prefer for lessons about parts of the project, if all of them have one. */
  scoped?: readonly { reader: string; rules: ScopedRules }[];
  /** Hints for older versions of its readers, which do not read it. */
  olderVersions?: readonly string[];
  /** Files that import it, to be created for the older version of a reader that is used in the project. */
  bridges?: readonly Bridge[];
}

/** A file that is created so that an older version of an agent reads another one. */
export interface Bridge {
  file: ContextFile;
  text: string;
  /** The reason, for people. */
  reason: string;
}

/** The readers and the project for which files are chosen. */
export interface DestinationRequest extends ContextPlaces {
  /** Agents that worked on the project. */
  agents: readonly string[];
  /** Requested files, as absolute paths. */
  targets?: readonly string[];
  /** The versions of agents that were used last in the project, if logs record them. */
  versions?: Readonly<Record<string, string>>;
}

/** Decides which files receive the lessons of a project: those that its agents read, and those that already contain our block. */
export async function chooseDestinations(request: DestinationRequest): Promise<Destination[]> {
  const readings = await listReadings(request, request.agents);
  const survey = new Survey(request.projectRoot);
  await survey.take(readings.flatMap(({ context }) => readingFiles(context)));
  const present = readings.filter(
    ({ agent, context: { local, notes } }) =>
      request.agents.includes(agent) ||
      [local, notes].some((file) => file && (survey.at(file.path).hasBlock || request.targets?.includes(file.path))),
  );
  const agents = new Set(readings.map(({ agent }) => agent));
  const first = chooseSharedFiles(present, readings, survey, request, agents);
  const bridges = new Map(
    first.map(({ file, readers }) => [
      file.path,
      findBridges(file, readers, { present, survey, versions: request.versions }),
    ]),
  );
  const bridged = [...bridges].filter(([, made]) => made.length > 0);
  for (const [path, made] of bridged) for (const { file } of made) survey.expectImport(file.path, path);
  const shared = bridged.length > 0 ? chooseSharedFiles(present, readings, survey, request, agents) : first;
  const personal = present.flatMap((reading) => choosePersonalFiles(reading, shared, agents));
  const used = [...shared, ...personal];
  const idle = await findIdleFiles(readings, survey, used, request.projectRoot);
  const described = used.map((destination): Destination => {
    const made = bridges.get(destination.file.path) ?? [];
    return made.length > 0
      ? { ...destination, bridges: made }
      : { ...destination, olderVersions: findOlder(destination, present) };
  });
  return [...described, ...idle];
}

/** Returns hints for older versions of agents that read a file, naming those versions. */
function findOlder({ file, readers }: Destination, present: readonly AgentReading[]): string[] {
  return readingsOf(file, readers, present).map(
    ({ readFrom: { title, version, instead } }) =>
      `${title} reads it from ${version} on; for an older one make a ${instead.name} that says @${file.name}`,
  );
}

/** Returns the files that make the agent versions used here read a file that they do not read by themselves. */
function findBridges(
  file: ContextFile,
  readers: readonly string[],
  {
    present,
    survey,
    versions = {},
  }: { present: readonly AgentReading[]; survey: Survey; versions: DestinationRequest['versions'] },
): Bridge[] {
  return readingsOf(file, readers, present).flatMap(({ agent, readFrom: { title, version, instead } }) => {
    const used = versions[agent];
    // If the file exists and imports it, older versions already read it that way.
    if (used === undefined || !isOlder(used, version) || survey.at(instead.path).isThere) return [];
    const reason = `${title} ${used}, which was used here last, does not read ${file.name}: ${instead.name} is made, which says @${file.name}`;
    return [{ file: instead, text: `@${file.name}\n`, reason }];
  });
}

/** Returns how the agents among the readers of a file read it, if only newer versions of them do. */
function readingsOf(
  { path: wanted }: ContextFile,
  readers: readonly string[],
  present: readonly AgentReading[],
): { agent: string; readFrom: NonNullable<SharedFile['readFrom']> }[] {
  return present
    .filter(({ agent }) => readers.includes(agent))
    .flatMap(({ agent, context }) =>
      context.shared.flatMap(({ path, readFrom }) => (path === wanted && readFrom ? [{ agent, readFrom }] : [])),
    );
}

/** Whether a version is older: `2.1.9` is older than `2.1.10`; a text that is not a version is not older. */
function isOlder(version: string, wanted: string): boolean {
  if (!/^\d{1,6}(?:\.\d{1,6}){0,3}\b/.test(version)) return false;
  const [own, other] = [version, wanted].map((text) => text.split(/[.-]/).map(Number));
  const at = other?.findIndex((part, index) => part !== (own?.[index] ?? 0)) ?? -1;
  return at >= 0 && (own?.[at] ?? 0) < (other?.[at] ?? 0);
}

function chooseSharedFiles(
  present: readonly AgentReading[],
  readings: readonly AgentReading[],
  survey: Survey,
  { targets = [], projectRoot }: DestinationRequest,
  agents: ReadonlySet<string>,
): Destination[] {
  const files = readings.flatMap(({ context }) => context.shared);
  const isAsked = (path: string) => targets.includes(path);
  const isWanted = (file: SharedFile) =>
    survey.at(file.path).hasBlock || isAsked(file.path) || present.some(({ context }) => reads(context, file, survey));
  const candidates = mergeCandidates(
    files.filter(isWanted),
    survey,
    new Set([...targets, ...listMade(present, survey)]),
  );
  const readers = present.map(({ agent, context }) => makeReader(agent, context, survey));
  for (const path of targets) {
    const { target } = survey.at(path);
    if (candidates.has(target)) readers.push({ name: path, reads: [{ key: target, unless: [] }] });
  }
  const watched = new Set(
    readings
      .flatMap(({ context }) => [context.local, context.notes])
      .flatMap((file) => {
        const look = file && survey.at(file.path);
        return look?.hasText ? [look.target] : [];
      }),
  );
  const chosen = chooseShared([...candidates.values()], readers, watched);
  const there = new Set([
    ...watched,
    ...chosen,
    ...[...candidates.values()].filter((one) => one.hasText).map(({ key }) => key),
  ]);
  const known = [...candidates.values()]
    .filter(({ key }) => chosen.has(key))
    .map(({ key, file }) => {
      const told = readers.filter((reader) => filesRead(reader, there).has(key)).map(({ name }) => name);
      return makeShared(file, told.length > 0 ? told : [file.path], present, agents);
    });
  const personal = readings.flatMap(({ context: { local, notes } }) => [local?.path, notes?.path]);
  const others = targets.filter((path) => !personal.includes(path) && !candidates.has(survey.at(path).target));
  return [
    ...known,
    ...others.map((path) => makeShared(describeTarget(path, readings, projectRoot), [path], present, agents)),
  ];
}

interface NamedCandidate extends Candidate {
  file: SharedFile;
}

/** Returns one candidate for each real file: of two names of one file, the one that is not a link. */
function mergeCandidates(
  files: readonly SharedFile[],
  survey: Survey,
  made: ReadonlySet<string>,
): Map<string, NamedCandidate> {
  const candidates = new Map<string, NamedCandidate>();
  for (const file of files) {
    const { target: key, ...look } = survey.at(file.path);
    const known = candidates.get(key);
    const isMade = made.has(file.path) || (known?.isMade ?? false);
    const isOwn = file.path === key || !known;
    candidates.set(key, { ...look, key, isMade, file: isOwn ? file : known.file });
  }
  return candidates;
}

/** Returns the files that may be created: those that the agents prefer, and those that a file of theirs imports. */
function listMade(present: readonly AgentReading[], survey: Survey): string[] {
  return present.flatMap(({ context }) =>
    context.shared.flatMap((file) => [
      ...(file.isMade ? [file.path] : []),
      ...[importedFile(file, context, survey)].flatMap((imported) => imported?.path ?? []),
    ]),
  );
}

function reads(context: AgentContext, file: SharedFile, survey: Survey): boolean {
  const own = context.shared.find(({ path }) => survey.at(path).target === survey.at(file.path).target);
  // Lessons are told in the imported file, because more agents may read that one.
  return own !== undefined && !importedFile(own, context, survey);
}

function importedFile(file: SharedFile, context: AgentContext, survey: Survey): SharedFile | undefined {
  if (!file.canImport) return undefined;
  const { imports, target } = survey.at(file.path);
  return context.shared.find(({ path }) => imports.includes(path) && survey.at(path).target !== target);
}

function makeReader(name: string, context: AgentContext, survey: Survey): Reader {
  return {
    name,
    reads: context.shared.map((file) => {
      const imported = importedFile(file, context, survey);
      const key = survey.at(file.path).target;
      if (imported) return { key: survey.at(imported.path).target, unless: [], importedBy: key };
      const unless = (file.unless ?? []).map((path) => survey.at(path).target).filter((other) => other !== key);
      return { key, unless, isSometimesRead: file.isSometimesRead ? true : undefined };
    }),
  };
}

function makeShared(
  file: ContextFile,
  readers: readonly string[],
  present: readonly AgentReading[],
  agents: ReadonlySet<string>,
): Destination {
  const rules = readers.map((reader) => ({
    reader,
    rules: present.find(({ agent }) => agent === reader)?.context.scoped,
  }));
  const scoped = rules.flatMap(({ reader, rules: found }) => (found ? [{ reader, rules: found }] : []));
  return {
    file,
    readers,
    takes: (lesson) => isForEverybody(lesson) && concerns(lesson, readers, agents),
    scoped: scoped.length === readers.length ? scoped : undefined,
  };
}

/**
 * Chooses the files in which an agent is told lessons that are not for everybody. A file that would hide the shared one from the
 * agent is not created.
 */
function choosePersonalFiles(
  { agent, context }: AgentReading,
  shared: readonly Destination[],
  agents: ReadonlySet<string>,
): Destination[] {
  const told = shared.filter(({ readers }) => readers.includes(agent)).map(({ file }) => file.path);
  const isHiding = (path: string) =>
    context.shared.some((file) => told.includes(file.path) && file.unless?.includes(path));
  const local = context.local && !isHiding(context.local.path) ? context.local : context.notes;
  const notes = context.notes ?? context.local;
  const files = [...new Set([local, notes].filter((file) => file !== undefined))];
  return files.map((file) => ({
    file,
    readers: [agent],
    takes: (lesson) =>
      concerns(lesson, [agent], agents) &&
      ((file === notes && isPassing(lesson)) || (file === local && !isPassing(lesson) && isPersonal(lesson))),
  }));
}

/** Finds files with our block from which nobody is told any more. */
async function findIdleFiles(
  readings: readonly AgentReading[],
  survey: Survey,
  used: readonly Destination[],
  projectRoot: string,
): Promise<Destination[]> {
  const usedTargets = new Set(used.map(({ file }) => survey.at(file.path).target));
  const scoped = await Promise.all(
    readings.map(({ context }) => (context.scoped ? listScopedFiles(context.scoped, projectRoot) : [])),
  );
  const files = readings.flatMap(({ context }) => readingFiles(context)).concat(scoped.flat());
  await survey.take(files);
  const idle = new Map(
    files
      .filter(({ path }) => survey.at(path).hasBlock && !usedTargets.has(survey.at(path).target))
      .map((file) => [survey.at(file.path).target, file]),
  );
  return [...idle.values()].map((file) => ({ file, readers: [], takes: () => false }));
}

/**
 * Describes a requested file. A file of an agent's own is known; of any other only its place is known, and it gets the lessons
 * for everybody.
 */
function describeTarget(path: string, readings: readonly AgentReading[], projectRoot: string): ContextFile {
  const known = readings.flatMap(({ context }) => readingFiles(context)).find((file) => file.path === path);
  if (known) return known;
  const begin = BEGINNINGS.find(({ extension }) => path.endsWith(extension))?.begin;
  const isOutside = !isInside(path, projectRoot);
  return {
    name: isOutside ? path : basename(path),
    path,
    // A user who names a file elsewhere means it, wherever a link leads.
    root: isOutside ? parse(path).root : projectRoot,
    isShared: true,
    isManyProjects: isOutside ? true : undefined,
    begin,
  };
}

/** The beginnings that files of a kind need so that agents read them. */
const BEGINNINGS = [
  { extension: '.mdc', begin: '---\ndescription: Lessons from past sessions\nalwaysApply: true\n---\n' },
  { extension: '.instructions.md', begin: '---\napplyTo: "**"\n---\n' },
];
