/** The phases of work that a lesson may be of use in, in the order of work. */
export const PHASES = ['specify', 'plan', 'implement', 'verify', 'review', 'refine', 'debug'] as const;
export type Phase = (typeof PHASES)[number];

/** What a lesson may regulate. */
export const DIMENSIONS = ['maintainability', 'architecture', 'behaviour'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The phase that an entry names, in any case; undefined where it is another word. */
export function readPhase(value: string): Phase | undefined {
  const wanted = value.trim().toLowerCase();
  return PHASES.find((phase) => phase === wanted);
}

/** The dimension that an entry names, in any case and either spelling. */
export function readDimension(value: string): Dimension | undefined {
  const wanted = value.trim().toLowerCase().replace('behavior', 'behaviour');
  return DIMENSIONS.find((dimension) => dimension === wanted);
}
