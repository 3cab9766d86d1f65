/** A report of a test run that is larger, in bytes, is not read. */
export const LARGEST_REPORT = 256 * 1024 * 1024;
