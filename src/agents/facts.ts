import type { SessionFacts } from './agent.ts';
import type { Call } from './call.ts';
import { clip, LIMITS } from './excerpt.ts';
import { findRemotes, normaliseLoggedRemote } from './remotes.ts';

/** The place and time at which a record was written. */
export interface Origin {
  session: string;
  /** The subagent that wrote it. */
  thread?: string | undefined;
  cwd?: string | undefined;
  branch?: string | undefined;
  version?: string | undefined;
  at: number;
  /** Byte offset of its line. */
  offset: number;
}

/** The rank of a title: one given by a person outranks one given by a model, which outranks a summary. */
type TitleRank = 1 | 2 | 3;

/** Collects the facts about each session of one file. */
export class FactBook {
  readonly #facts = new Map<string, SessionFacts>();
  readonly #ranks = new Map<string, TitleRank>();
  /** The previous origin: most records have the same one. */
  #last: Origin | undefined;
  readonly #session: string;
  readonly #home: string | undefined;

  /** `home` is the folder where the session of the file began, if an earlier read found it. */
  constructor(session: string, home?: string) {
    this.#session = session;
    this.#home = home;
  }

  /** Records where a call was sent or a message was typed. */
  note(origin: Origin): void {
    const { session, cwd, branch, version } = origin;
    const last = this.#last;
    this.noteTime(session, origin.at);
    if (last?.session === session && last.cwd === cwd && last.branch === branch && last.version === version) return;
    this.#last = origin;
    const facts = this.#of(session);
    if (cwd !== undefined && !facts.cwds.includes(cwd)) facts.cwds.push(cwd);
    if (branch !== undefined) {
      facts.branch = branch;
      facts.branches ??= [];
      if (!facts.branches.includes(branch)) facts.branches.push(branch);
    }
    if (version !== undefined) facts.version = version;
  }

  noteTime(session: string, at: number): void {
    if (at <= 0) return;
    const facts = this.#of(session);
    if (facts.startedAt === undefined || at < facts.startedAt) facts.startedAt = at;
    if (facts.endedAt === undefined || at > facts.endedAt) facts.endedAt = at;
  }

  noteTitle(session: string, title: string | undefined, rank: TitleRank): void {
    if (title === undefined || (this.#ranks.get(session) ?? 0) > rank) return;
    this.#ranks.set(session, rank);
    this.#of(session).title = clip(title, LIMITS.argument);
  }

  /** Records a remote: `address` is any form that git accepts; the first one recorded stays first. */
  noteRemote(session: string, address: string | undefined): void {
    const remote = address === undefined ? undefined : normaliseLoggedRemote(address);
    const facts = this.#of(session);
    if (remote !== undefined && !facts.remotes.includes(remote)) facts.remotes.push(remote);
  }

  noteFolderHash(session: string, hash: string): void {
    this.#of(session).folderHash = hash;
  }

  /** Records facts from a call that has its result: when it ended, and remotes of the session's folder. */
  noteResult(call: Call): void {
    if (call.endedAt !== undefined) this.noteTime(call.session, call.endedAt);
    if (call.tool !== 'shell') return;
    for (const remote of findRemotes(call, this.home(call.session))) this.noteRemote(call.session, `https://${remote}`);
  }

  /** Returns the folder the session began in. */
  home(session: string): string | undefined {
    return (session === this.#session ? this.#home : undefined) ?? this.#facts.get(session)?.cwds[0];
  }

  all(): SessionFacts[] {
    return [...this.#facts.values()];
  }

  #of(session: string): SessionFacts {
    let facts = this.#facts.get(session);
    if (facts === undefined) {
      facts = { session, cwds: [], remotes: [] };
      this.#facts.set(session, facts);
    }
    return facts;
  }
}
