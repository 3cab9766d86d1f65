import type { Program } from '../program.ts';

/** The tools of the JVM. */
export const javaPrograms: readonly Program[] = [
  {
    names: 'java',
    versioned: 'java',
    hasNoVerbs: true,
    valueFlags: '-cp -classpath --class-path -jar -p --module-path -m --module --add-opens --add-modules',
    hasSingleDashes: true,
    pathFlags: '-jar',
    interprets: true,
  },
  { names: 'javac', valueFlags: '-cp -classpath -d -source -target --release', hasSingleDashes: true, changes: true },
  { names: 'jar', operands: 'paths' },
  { names: 'kotlinc', hasSingleDashes: true },
  { names: 'scalac', hasSingleDashes: true },
];
