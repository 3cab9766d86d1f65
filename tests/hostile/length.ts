/** Whether the whole round runs, by `npm run test:hostile`, or a sample of it with the other tests. */
export const isLong = process.env.HARDWON_HOSTILE === 'long';

/** All of them in the long round; else about so many, taken evenly from the whole list. */
export function sample<T>(all: readonly T[], few: number): T[] {
  if (isLong || all.length <= few) return [...all];
  const step = all.length / few;
  return Array.from({ length: few }, (_, index) => all[Math.floor(index * step)]).filter((item) => item !== undefined);
}
