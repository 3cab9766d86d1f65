import type { Claim } from '../failures/recovery/claim.ts';
import { type ClaimGroup, countClaims, groupClaims } from './claim-group.ts';
import { settlePaths } from './find-paths.ts';
import type { History } from './history.ts';
import type { LessonWords } from './lesson-words.ts';
import { groupPaths } from './path-groups.ts';
import type { LastSeen } from './sign-of-life.ts';
import { wordOutput, wordPaths } from './wording/paths.ts';

/** Wrong paths that form one lesson, in words. */
export interface WordedPaths {
  key: string;
  group: ClaimGroup;
  draft: LessonWords;
  /** Whether the path exists by now. */
  isOver: boolean;
}

/**
 * Turns wrong paths into lessons, joined if they are one fact. Single guesses have nothing in common except that they were wrong.
 */
export function distilPaths(claims: readonly Claim[], history: History, disk: LastSeen): WordedPaths[] {
  const { wrong, built, over: past } = settlePaths(claims, history, disk);
  const current = [...word(wrong, history, false), ...wordBuilt(built)];
  const keys = new Set(current.map(({ key }) => key));
  const over = word(past, history, true).filter(({ key }) => !keys.has(key));
  return [...current, ...over];
}

function word(claims: readonly Claim[], history: History, isOver: boolean): WordedPaths[] {
  return groupPaths(claims, history).flatMap((paths) => {
    const worded = wordPaths(paths);
    return worded ? [{ ...worded, isOver }] : [];
  });
}

/** Words the lessons about output that does not exist before a build, by its folder. */
function wordBuilt(built: readonly Claim[]): WordedPaths[] {
  return [...groupClaims(built, ({ facts }) => facts?.output ?? '')].flatMap(([output, claims]) => {
    const group = countClaims(claims);
    const draft = wordOutput(output, group);
    return draft ? [{ key: `built ${output}`, group, draft, isOver: false }] : [];
  });
}
