import type { Program } from '../program.ts';

/** Maven, which builds. */
export const maven: Program = {
  names: 'mvn',
  aliases: 'mvnw',
  valueFlags: '-f --file -pl --projects -P -s --settings -T -rf',
  operands: 'targets',
  hasTargets: true,
  builds: 'build generate',
};
