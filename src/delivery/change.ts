/** One file that is to change. */
export interface Change {
  /** Absolute, as the user knows it: links are not followed yet. */
  path: string;
  /** The folder that the file must be in once all links are followed. */
  root: string;
  /** Its text when the plan was made; undefined: there was none. */
  before: string | undefined;
  /** Its text to be; undefined: the file goes. */
  after: string | undefined;
  kind: 'context' | 'memory' | 'ignore-file' | 'hooks' | 'promotion' | 'config';
}
