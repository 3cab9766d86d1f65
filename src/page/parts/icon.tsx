/** Drawn on a 20 by 20 grid, in the colour of the text. */
const PATHS = {
  chart: 'M3 16.500h14M5.500 13V9.500M10 13V5M14.500 13V7.500',
  loop: 'M16 10a6 6 0 1 1-1.800-4.300M16.500 3.500v3.300h-3.300',
  lesson:
    'M10 16c-2-1.500-4.500-1.500-6.500-1V5c2-.5 4.500-.5 6.500 1 2-1.500 4.500-1.500 6.500-1v10c-2-.5-4.500-.5-6.500 1ZM10 6v10',
  list: 'M7.500 5H17M7.500 10H17M7.500 15H17M3.500 5h.01M3.500 10h.01M3.500 15h.01',
  pulse: 'M2.500 10H6l2-5.500 4 11L14 10h3.500',
  diff: 'M10 3.500v8M6 7.500h8M6 16.500h8',
  flag: 'M5 17.500v-14M5 4c4-2 6 2 10 0v7c-4 2-6-2-10 0',
  sun: 'M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1 1M14.700 14.700l1 1M4.300 15.700l1-1M14.700 5.300l1-1',
  moon: 'M16.500 12A7 7 0 0 1 8 3.500a7 7 0 1 0 8.500 8.500Z',
  half: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 3v14M10 6h4.500M10 10h6.500M10 14h4.500',
  check: 'M4 10.500l4 4 8-9',
  cross: 'M5 5l10 10M15 5L5 15',
  edit: 'M4 16l1-4 8.500-8.500a1.800 1.800 0 0 1 3 3L8 15l-4 1Z',
  up: 'M10 16V4.500M5 9l5-5 5 5',
  merge: 'M5 3.500v3c0 4 5 3 5 7v3M15 3.500v3c0 4-5 3-5 7',
  scale: 'M10 3.500v13M5 16.500h10M3 6.500h14M3 6.500l-1 5h4l-1-5M15 6.500l-1 5h4l-1-5',
  back: 'M12.500 4.500L7 10l5.500 5.500',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
