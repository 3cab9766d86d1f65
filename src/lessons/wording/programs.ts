import { agreedRight } from '../claim-group.ts';
import type { Wording } from '../lesson-words.ts';
import { code, derive, plainWord, quotable, quotablePath, quote, say, times } from '../quotable.ts';
import { asGlob } from './rules.ts';

/** Words the lesson about a script that is elsewhere on the machine. */
export const wordProgram: Wording = (group) => {
  const name = quotable(group.claims.at(-1)?.facts?.name, 60);
  const right = quotablePath(group.rights[0], 160);
  if (!name || !right) return undefined;
  return {
    kind: 'environment',
    reach: 'machine',
    title: say`${code(name)} is ${code(right)}`,
    guidance: say`Call ${code(right)}: ${code(name)} is not in the repository.`,
    against: [name],
    pattern: say`It was looked for in the repository ${times(group.occurrences)}.`,
    scope: [],
    rule: quote`Bash({,*/}${name} *)`,
    when: quote`without *${asGlob(derive(right, (path) => path.replace(/^~/, '')))}`,
  };
};

/** Words the lesson about a program that the machine does not have. */
export const wordMissingProgram: Wording = (group) => {
  const name = quotable(group.claims.at(-1)?.wrong, 40);
  if (!name) return undefined;
  const right = quotable(agreedRight(group), 80);
  return {
    kind: 'environment',
    reach: 'machine',
    title: right
      ? say`Use ${code(right)}: ${code(name)} is not installed here`
      : say`${code(name)} is not installed here`,
    guidance: right
      ? say`Use ${code(right)} instead of ${code(name)}, which is not installed on this machine.`
      : say`Do without ${code(name)}: it is not installed on this machine.`,
    against: [name],
    // A missing program is worth mentioning by itself once it has cost several sessions.
    lacks: right || group.sessions >= 3 ? undefined : ('action' as const),
    pattern: say`It was not found ${times(group.occurrences)}.`,
    scope: [],
    rule: quote`Bash(${name} *)`,
  };
};

/** Words the lesson about something that needs a moment after it was started. */
export const wordTooSoon: Wording = (group) => {
  const run = quotable(group.claims.at(-1)?.wrong, 60);
  const start = quotable(group.claims.at(-1)?.facts?.start, 60);
  if (!run || !start) return undefined;
  const wait = quotable(group.rights[0], 60);
  return {
    kind: 'prerequisite',
    reach: 'project',
    // The failed ones had also waited, but not long enough.
    lacks: wait ? undefined : ('action' as const),
    title: say`Wait between ${code(start)} and ${code(run)}`,
    guidance: say`Wait${wait ? say` (${code(wait)})` : ' some seconds'} between ${code(start)} and ${code(run)}: it fails until what was started is up.`,
    pattern: say`It failed ${times(group.occurrences)} and worked unchanged a little later.`,
    scope: [],
  };
};

/** Words the lesson about an address, or a command of a client, that another request replaces. */
export const wordEndpoint: Wording = (group) => {
  const claim = group.claims.at(-1);
  const wrong = quotable(claim?.wrong, 120);
  const right = quotable(group.rights[0], 140);
  if (!wrong || !right) return undefined;
  if (claim?.facts?.shape === 'client')
    return {
      kind: 'command',
      reach: 'machine',
      title: say`${code(wrong)} fails here: use ${code(right)}`,
      guidance: say`Use ${code(right)} instead of ${code(wrong)}: its own query fails here, the plain request works.`,
      against: [wrong],
      pattern: say`${code(wrong)} failed ${times(group.occurrences)} and the request then worked.`,
      scope: [],
      rule: quote`Bash(${wrong} *)`,
    };
  const method = plainWord(claim?.facts?.method);
  const tool = quotable(claim?.facts?.tool, 20);
  if (!method || !tool) return undefined;
  return {
    kind: 'command',
    reach: 'general',
    title: say`${method} ${code(right)}, not ${code(wrong)}`,
    guidance: say`Use ${method} ${code(right)} with ${code(tool)}: there is no ${code(wrong)}.`,
    against: [wrong],
    pattern: say`The address was not there ${times(group.occurrences)}.`,
    scope: [],
    rule: quote`Bash(${tool} * *${derive(wrong, (address) => address.replace(/\{\w+\}/g, '*'))} *)`,
    // Requests that send data go to other addresses with the same beginning.
    when: claim?.facts?.method === 'GET' ? quote`without -X and without -f and without -F` : undefined,
  };
};
