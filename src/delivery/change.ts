/** One file to be changed. */
export interface Change {
  /** The absolute path as the user knows it: links are not followed yet. */
  path: string;
  /** The folder that must contain the file once all links are followed. */
  root: string;
  /** Its text when the plan was made; undefined if the file did not exist. */
  before: string | undefined;
  /** Its new text; undefined if the file is to be removed. */
  after: string | undefined;
  kind: 'context' | 'memory' | 'ignore-file' | 'hooks' | 'promotion' | 'config';
}
