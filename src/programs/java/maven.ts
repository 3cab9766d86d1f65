import type { Program } from '../program.ts';

/** Maven, which builds. */
export const maven: Program = {
  names: 'mvn',
  aliases: 'mvnw',
  valueFlags: '-f --file -pl --projects -P -s --settings -T -rf',
  operands: 'targets',
  hasTargets: true,
  causes: [
    {
      id: 'maven.goal',
      kind: 'bad-subcommand',
      has: 'Unknown lifecycle phase',
      line: /Unknown lifecycle phase "(?<subject>[^"]+)"/,
      strict: true,
    },
    {
      id: 'maven.pom',
      kind: 'wrong-cwd',
      has: 'there is no POM',
      line: /there is no POM in this directory/,
      strict: true,
    },
    { id: 'build.java', kind: 'build-failed', has: 'COMPILATION ERROR', line: /COMPILATION ERROR/, work: true },
    {
      id: 'test.maven',
      kind: 'test-failed',
      has: 'Tests run: ',
      line: /Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/,
      work: true,
    },
  ],
  obstacles: [
    /^\[(?:ERROR|FATAL)\] (?:Non-parseable|Malformed) POM .*/m,
    /^\[ERROR\] (?:The goal you specified requires a project to execute|Unknown lifecycle phase) .*/m,
    /^\[ERROR\] Failed to execute goal .{0,300}Could not resolve dependencies .*/m,
  ],
  builds: 'build generate',
  buildFolder: 'target',
  isNoWord: true,
  substitutes: 'mvnw',
};
