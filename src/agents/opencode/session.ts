import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';

/** What is known of a session before its messages are looked at. */
export interface SessionInfo {
  id: string;
  /** The session that started it, where it is a subagent's. */
  parent?: string | undefined;
  directory?: string | undefined;
  version?: string | undefined;
  title?: string | undefined;
  createdAt?: number | undefined;
}

/** Is told what a session holds, in order. */
export interface SessionVisitor {
  /** Comes first. `root` is the session at the top, which is another one for a subagent's. */
  session(info: SessionInfo, root: string): void;
  /** One message with its parts; `place` is where in its source it stands. */
  message(info: Json, parts: readonly Json[], place: number): void;
  /** Something that cannot be read. */
  bad(line: number, offset: number, reason: string): void;
  /** Comes after each part of the session, so that what was read can be handed over. */
  pause(): void | Promise<void>;
}

/** What visiting a session came to. */
export interface Visited {
  /** Where the next read of the source starts. */
  offset: number;
  lines: number;
  unreadable?: string;
}

/** A session as exports and the files of older versions describe it. */
export function readInfo(record: Json, id: string): SessionInfo {
  return {
    id: asText(record.id) ?? id,
    parent: asText(record.parentID),
    directory: asText(record.directory),
    version: asText(record.version),
    title: asText(record.title),
    createdAt: asNumber(asJson(record.time).created),
  };
}

/** Subagents seldom start others, and those never many. */
const DEEPEST = 8;

/** The session at the top of a chain of parents. */
export function climb(info: SessionInfo, parentOf: (id: string) => string | undefined): string {
  let top = info.id;
  let next = info.parent;
  for (let depth = 0; next !== undefined && depth < DEEPEST; depth++) {
    top = next;
    next = parentOf(top);
  }
  return top;
}
