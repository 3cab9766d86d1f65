/** The phases of work in which a lesson may be useful, in the order of work. */
export const PHASES = ['specify', 'plan', 'implement', 'verify', 'review', 'refine', 'debug'] as const;
export type Phase = (typeof PHASES)[number];

/** The dimensions that a lesson may regulate. */
export const DIMENSIONS = ['maintainability', 'architecture', 'behaviour'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Reads the phase of an entry, ignoring case; undefined for any other word. */
export function readPhase(value: string): Phase | undefined {
  const wanted = value.trim().toLowerCase();
  return PHASES.find((phase) => phase === wanted);
}

/** Reads the dimension of an entry, ignoring case and in either spelling. */
export function readDimension(value: string): Dimension | undefined {
  const wanted = value.trim().toLowerCase().replace('behavior', 'behaviour');
  return DIMENSIONS.find((dimension) => dimension === wanted);
}
