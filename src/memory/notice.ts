/** Something the user should know about a file, though the work goes on. */
export interface Notice {
  /** What it is about, for callers: they add hints or leave it out by this. */
  code:
    | 'broken-entry'
    | 'duplicate-id'
    | 'duplicate-lesson'
    | 'unclosed'
    | 'headroom-block'
    | 'edited-block'
    | 'not-ignored'
    | 'not-read'
    | 'no-file'
    | 'contradicted'
    | 'withheld';
  /** One sentence for people. */
  message: string;
  /** The file it is about. */
  path?: string;
  /** The line in it, from 1. */
  line?: number;
}

/** A notice in one line, with its place. */
export function printNotice({ path, line, message }: Notice): string {
  return path === undefined ? message : `${path}:${line ?? 1}: ${message}`;
}
