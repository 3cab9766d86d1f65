import { findTooBroad } from '../../scope/scope.ts';
import type { CaptureRefusal } from './refusal.ts';

/** Judges a scope: it must not match everything, and must lie inside the repository. */
export function judgeScope(scope: readonly string[]): CaptureRefusal | undefined {
  const [broad] = findTooBroad(scope);
  if (broad !== undefined) {
    return {
      code: 'too-broad',
      message: `The scope ${broad} matches everything, and so finds nothing.`,
      hint: 'Name the folder or the files: src/api/**, *.controller.ts. Leave the scope out where it is about the project as a whole.',
      isHard: true,
    };
  }
  const outside = scope.find((item) => /^(?:[\\/~]|[A-Za-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(item));
  if (outside === undefined) return undefined;
  return {
    code: 'outside',
    message: `The scope ${outside} is not a path of the repository.`,
    hint: 'Write it relative to the root of the project.',
    isHard: true,
  };
}
