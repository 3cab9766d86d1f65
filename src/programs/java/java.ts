import type { Program } from '../program.ts';

/** The tools of the JVM. */
export const javaPrograms: readonly Program[] = [
  {
    names: 'java',
    waiver: /@SuppressWarnings/,
    versioned: 'java',
    hasNoVerbs: true,
    valueFlags: '-cp -classpath --class-path -jar -p --module-path -m --module --add-opens --add-modules',
    hasSingleDashes: true,
    pathFlags: '-jar',
    interprets: true,
    causes: [
      {
        id: 'java.class',
        kind: 'module-missing',
        has: 'Could not find or load main class',
        line: /Could not find or load main class (?<subject>\S+)/,
        strict: true,
      },
    ],
    obstacles: [/^(?:ERROR: |Error: )?JAVA_HOME is (?:not set|not defined|set to an invalid).*/m],
  },
  { names: 'javac', valueFlags: '-cp -classpath -d -source -target --release', hasSingleDashes: true, changes: true },
  { names: 'jar', operands: 'paths' },
  {
    names: 'kotlinc',
    hasSingleDashes: true,
    causes: [{ id: 'build.kotlin', kind: 'build-failed', has: 'e: ', line: /^e: \S+\.kts?:\d+/, work: true }],
  },
  { names: 'scalac', hasSingleDashes: true },
];
