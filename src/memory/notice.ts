/** Information for the user about a file, while the work continues. */
export interface Notice {
  /** The topic, by which callers add hints or leave the notice out. */
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
  /** The file concerned. */
  path?: string;
  /** The line in it, counted from 1. */
  line?: number;
}

/** Formats a notice on one line, with its place. */
export function printNotice({ path, line, message }: Notice): string {
  return path === undefined ? message : `${path}:${line ?? 1}: ${message}`;
}
