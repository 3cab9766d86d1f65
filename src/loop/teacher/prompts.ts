import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { FAILURE_TYPES, type FailureType } from '../failure-case.ts';

/** The domain of a type of failure, and the question to a teacher about it. */
export interface Domain {
  type: FailureType;
  /** The name of its prompt in the configuration: `planning_error_system`. */
  promptName: string;
  /** For people: `planning error`. */
  label: string;
  /** The teacher's instructions on what to look for. */
  prompt: string;
}

/** The router's table: every type of failure with its domain. Add new ones here. */
const DOMAINS: readonly Domain[] = [
  {
    type: 'test_failure',
    promptName: 'default',
    label: 'test failure',
    prompt:
      'An agent changed code and tests failed. Compare what the tests expected with what the change does. Find the assumption in the change that the tests contradict, not the line that raised the error. A rule that only restates one assertion is of no use: say what to do wherever the same assumption would be made.',
  },
  {
    type: 'planning_error',
    promptName: 'planning_error_system',
    label: 'planning error',
    prompt:
      'An agent took the wrong approach, or misunderstood what was wanted. Find what it should have read, asked or looked for before it chose. The rule says which check comes before which kind of work.',
  },
  {
    type: 'integration_error',
    promptName: 'integration_error_system',
    label: 'integration error',
    prompt:
      'An agent missed something that existed already, or built a second one of it. Find how it could have been found: the command, the folder, the registry. The rule names that place, and says to extend what is there.',
  },
  {
    type: 'workflow_error',
    promptName: 'workflow_error_system',
    label: 'workflow error',
    prompt:
      'An agent designed a workflow or pipeline wrongly: a wrong kind of step, a wrong order, errors that nobody handles. Find which property of the step was overlooked. The rule says which kind of step serves which purpose.',
  },
  {
    type: 'architecture_error',
    promptName: 'architecture_error_system',
    label: 'architecture error',
    prompt:
      'An agent chose the wrong design: a wrong pattern, a wrong layer, a dependency in the wrong direction. Find the boundary or the principle of this code base that was broken. The rule says where such code belongs.',
  },
  {
    type: 'scope_error',
    promptName: 'scope_error_system',
    label: 'scope error',
    prompt:
      'An agent did more than was asked, or less. Find the words of the task that drew the line, and what was done beyond or left out. The rule says how to know where such a task ends.',
  },
  {
    type: 'config_error',
    promptName: 'config_error_system',
    label: 'configuration error',
    prompt:
      'A setting, a variable or a permission was wrong or missing. Find which one, and where it is set. The rule says what to check before such work starts. Never repeat a value that may be a secret.',
  },
  {
    type: 'other',
    promptName: 'other_system',
    label: 'failure',
    prompt:
      'An agent failed in a way that has no name of its own. Find the root cause, and what would have shown it earlier.',
  },
];

/** Returns the domain of a type of failure, with the prompt from the configuration: the name of a built-in one, or a text. */
export function routeFailure(type: FailureType, overrides: Readonly<Record<string, string>> = {}): Domain {
  const domain = requireDomain(type);
  const override = overrides[type];
  if (override === undefined) return domain;
  const named = DOMAINS.find(({ promptName }) => promptName === override);
  if (named) return { ...domain, prompt: named.prompt };
  // A single word is meant to be a name.
  if (!/\s/.test(override.trim())) throw unknownPrompt(type, override.trim());
  return { ...domain, prompt: override.trim() };
}

/** Throws if an override is for an unknown type of failure, or names an unknown prompt. */
export function checkOverrides(overrides: Readonly<Record<string, string>>): void {
  for (const key of Object.keys(overrides)) {
    const domain = DOMAINS.find(({ type }) => type === key);
    if (domain) routeFailure(domain.type, overrides);
    else {
      const near = didYouMean(
        key,
        DOMAINS.map(({ type }) => type),
      );
      throw new AppError('broken-file', `failurePrompts: there is no type of failure ${JSON.stringify(key)}`, {
        hint: near ? `Did you mean "${near}"?` : `Types: ${DOMAINS.map(({ type }) => type).join(', ')}.`,
      });
    }
  }
}

function requireDomain(type: FailureType): Domain {
  const domain = DOMAINS.find((known) => known.type === type);
  if (!domain)
    throw new AppError('usage', `There is no type of failure ${JSON.stringify(type)}.`, {
      hint: `Use one of ${FAILURE_TYPES.join(', ')}.`,
    });
  return domain;
}

function unknownPrompt(type: string, name: string): AppError {
  const names = DOMAINS.map(({ promptName }) => promptName);
  const near = didYouMean(name, names);
  return new AppError('broken-file', `failurePrompts.${type}: there is no built-in prompt ${JSON.stringify(name)}`, {
    hint: near
      ? `Did you mean "${near}"?`
      : `Built-in prompts: ${names.join(', ')}. A prompt of your own is a sentence.`,
  });
}
