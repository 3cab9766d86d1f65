import type { ShellCommand } from '../../../shell/index.ts';
import type { Claim } from '../claim.ts';
import { addressOf, bodyFieldsOf, methodOf, numbersOf, templateOf } from '../endpoints.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';

/**
 * An address of a web API that does not exist, and the one that then worked on the same thing; or a command of the API's own
 * client that fails, while a plain request to the API succeeded.
 */
export const otherEndpoint: Relation = {
  name: 'other-endpoint',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed) return [];
    if (failure.rule === 'gh.graphql') return explainClient(step, failed, view);
    return failure.rule === 'gh.missing' || failure.rule === 'http.status' ? explainAddress(step, failed, view) : [];
  },
};

function explainAddress(step: FailedStep, failed: ShellCommand, view: ThreadView): Claim[] {
  const address = addressOf(failed);
  const wrong = address && templateOf(address);
  if (!address || !wrong) return [];
  const found = findRequest(step, view, (command) => {
    const other = addressOf(command);
    const right = other && templateOf(other);
    if (!right || right === wrong || methodOf(command) !== methodOf(failed) || command.name !== failed.name)
      return false;
    // The same words of the API, about the same thing: only the numbers in between differ.
    return literals(right) === literals(wrong) && sharesNumber(failed, command);
  });
  const right = found && templateOf(addressOf(found.command) ?? '');
  if (!found || !right) return [];
  return [
    claim(step, found.step, {
      relation: 'other-endpoint',
      key: `${methodOf(failed)} ${wrong}`,
      wrong,
      right,
      facts: { method: methodOf(failed), tool: failed.name === 'gh' ? 'gh api' : failed.name },
    }),
  ];
}

/** Explains a failing client: `gh pr edit 12` fails, and a request that changes number 12 did the same. */
function explainClient(step: FailedStep, failed: ShellCommand, view: ThreadView): Claim[] {
  if (failed.name !== 'gh' || failed.subcommand === undefined || failed.subcommand === 'api') return [];
  const found = findRequest(step, view, (command) => methodOf(command) !== 'GET' && sharesNumber(failed, command));
  const right = found && templateOf(addressOf(found.command) ?? '');
  if (!found || !right || right === 'graphql') return [];
  const fields = bodyFieldsOf(found.command)
    .map((field) => ` -f ${field}=…`)
    .join('');
  return [
    claim(step, found.step, {
      relation: 'other-endpoint',
      key: `gh ${failed.subcommand}`,
      wrong: `gh ${failed.subcommand}`,
      right: `gh api ${right} -X ${methodOf(found.command)}${fields}`,
      facts: { shape: 'client' },
    }),
  ];
}

function findRequest(
  step: FailedStep,
  view: ThreadView,
  accept: (command: ShellCommand) => boolean,
): { step: Step; command: ShellCommand } | undefined {
  for (const later of after(view, step)) {
    if (later.outcome !== 'worked') continue;
    const command = later.parsed?.commands.find(
      (candidate) => !candidate.nested && addressOf(candidate) !== undefined && accept(candidate),
    );
    if (command) return { step: later, command };
  }
  return undefined;
}

function literals(template: string): string {
  return template
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .join('/');
}

/**
 * Whether two commands share a number: only long numbers, or those of the address itself, show that both concern the same thing.
 */
function sharesNumber(a: ShellCommand, b: ShellCommand): boolean {
  const known = new Set(numbersOf(a));
  return numbersOf(b).some((number) => known.has(number));
}
