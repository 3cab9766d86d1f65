import type { Claim } from '../../failures/recovery/claim.ts';
import type { ClaimGroup } from '../claim-group.ts';
import type { LessonWords } from '../lesson-words.ts';
import { code, fixed, type Quotable, quotable, quotableName, quote, type Sentence, say, times } from '../quotable.ts';
import { asGlob } from './rules.ts';

/** Words the lesson about a runtime, toolchain or version that refuses what another one accepts. */
export function wordRuntime(group: ClaimGroup, wrong: Quotable, right: Quotable): LessonWords | undefined {
  const claim = group.claims.at(-1);
  const reason = claim && reasonOf(claim, wrong);
  if (!reason) return undefined;
  const rule = claim.facts?.rule;
  const wanted = quotableName(claim.facts?.wanted, 40);
  const flag = rule === 'cargo.nightly' && wanted ? (wanted.startsWith('-') ? wanted : quote`-${wanted}`) : undefined;
  const files = rule === 'node.extension' && wanted ? quote`*${asGlob(wanted)}` : undefined;
  const what = flag ? say` for ${code(flag)}` : files ? say` for ${code(files)}` : '';
  const narrowed = flag ? quote` * ${asGlob(flag)}` : files ? quote` * ${files}` : '';
  return {
    kind: 'environment',
    reach: /^[~/]|[\\/]/.test(right) ? 'machine' : 'project',
    title: say`Use ${code(right)}${what}, not ${code(wrong)}`,
    guidance: say`Run ${code(right)}${what} instead of ${code(wrong)}: ${reason}.`,
    against: [wrong],
    pattern: say`${code(wrong)} refused ${times(group.occurrences)}.`,
    scope: [],
    rule: quote`Bash(${asGlob(wrong)}${narrowed} *)`,
    exchange: what === '' ? { wrong, right } : undefined,
    when: right.startsWith(`${wrong} +`) ? quote`without +*` : undefined,
  };
}

/** Returns why the runtime was the wrong one, according to its error; undefined for another failure. */
export function reasonOf({ facts }: Claim, wrong: Quotable): Sentence | undefined {
  const wanted = quotable(facts?.wanted, 40);
  switch (facts?.rule) {
    case 'manager.field':
    case 'manager.version': {
      const declared = wanted && quotableName(facts.manager, 10);
      return declared
        ? say`the project declares ${code(quote`${declared}@${wanted}`)}, and plain ${code(wrong)} is another version`
        : undefined;
    }
    case 'cargo.nightly':
      return fixed('the stable toolchain refuses unstable flags');
    case 'rustc.feature':
      return fixed('the code uses unstable features, which the stable toolchain refuses');
    case 'node.extension':
      return wanted ? say`${code(wrong)} does not run ${code(wanted)} files here` : undefined;
    case 'dotnet.sdk':
      return wanted
        ? say`${code('global.json')} asks for the SDK ${code(wanted)}, which ${code(wrong)} does not have`
        : say`${code('global.json')} asks for an SDK that ${code(wrong)} does not have`;
    case 'shims.version':
      return wanted ? say`the project asks for version ${code(wanted)}, which is not installed` : undefined;
    case 'shims.command':
      return wanted ? say`the selected version has no ${code(wanted)}` : undefined;
    default:
      return undefined;
  }
}
