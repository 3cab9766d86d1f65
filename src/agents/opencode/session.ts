import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';

/** Facts about a session that are known before its messages are read. */
export interface SessionInfo {
  id: string;
  /** The session that started it, if it belongs to a subagent. */
  parent?: string | undefined;
  directory?: string | undefined;
  version?: string | undefined;
  title?: string | undefined;
  createdAt?: number | undefined;
}

/** Receives the content of a session, in order. */
export interface SessionVisitor {
  /** Called first. `root` is the session at the top, which is a different one for a subagent's session. */
  session(info: SessionInfo, root: string): void;
  /** Receives one message with its parts; `place` is its position in the source. */
  message(info: Json, parts: readonly Json[], place: number): void;
  /** Receives something that cannot be read. */
  bad(line: number, offset: number, reason: string): void;
  /** Called after each part of the session, so that what was read can be passed on. */
  pause(): void | Promise<void>;
}

/** The result of visiting a session. */
export interface Visited {
  /** The position where the next read of the source starts. */
  offset: number;
  lines: number;
  unreadable?: string;
}

/** Reads the description of a session in exports and in the files of older versions. */
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

/** Subagents seldom start others, and never many levels deep. */
const DEEPEST = 8;

/** Returns the session at the top of a chain of parents. */
export function climb(info: SessionInfo, parentOf: (id: string) => string | undefined): string {
  let top = info.id;
  let next = info.parent;
  for (let depth = 0; next !== undefined && depth < DEEPEST; depth++) {
    top = next;
    next = parentOf(top);
  }
  return top;
}
