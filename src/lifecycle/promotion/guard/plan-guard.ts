import { posix } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { type LessonText, slugOf } from '../lesson-text.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { describeClaim, findClaims, type Guard } from './claims.ts';
import { FALLBACK, type Framework, findFramework } from './frameworks.ts';
import { identifierOf, renderOtherGuard } from './render-other-guards.ts';
import { findScriptStyle, renderScriptGuard } from './render-script-guard.ts';

/**
 * Writes a test for the parts of a lesson that can be checked automatically; the rest becomes a pending test that describes the
 * case. A test that would check nothing is refused, because it would only look as if the lesson were covered.
 */
export async function planGuard({ entry, text, drafts, request }: PromotionTask): Promise<PlannedTargets> {
  const found = await findFramework(drafts);
  const framework = found ?? FALLBACK;
  const claims = await findClaims(text.guidance, drafts);
  if (claims.length === 0)
    throw new AppError('conflict', `No part of ${entry.id} can be checked by a machine: a test would prove nothing.`, {
      hint: `hardwon promote ${entry.id} --as rule tells agents about it permanently.`,
    });
  const guard: Guard = { text, claims, isPending: /^(?:behaviou?r|architectur)/i.test(entry.dimension) };
  const target = request.target ?? nameTest(framework, text);
  const up = `${posix.relative(posix.dirname(target), '.') || '.'}/`;
  const isScript = /[jt]s$/.test(framework.suffix);
  const sample = framework.sample === undefined ? undefined : await drafts.read(framework.sample);
  const source = isScript
    ? renderScriptGuard(guard, findScriptStyle(framework, sample), up)
    : renderOtherGuard(framework.style.name, guard, up);
  await drafts.create(target, source);
  const checked = `It checks that ${claims.map(describeClaim).join(', and that ')}; nothing else in the lesson.`;
  const says = guard.isPending ? `${checked} The rest is a pending test that describes the case.` : checked;
  const none = found ? [] : ["No test framework was found here: the test is for Node's own runner."];
  return { targets: [target], notes: [says, ...none, `Run it with: ${framework.style.run(target)}`] };
}

function nameTest({ style, folder, suffix }: Framework, { id, title }: LessonText): string {
  return style.place({
    folder,
    suffix,
    identifier: identifierOf(id),
    className: id.replace(/[^A-Za-z0-9]/g, ''),
    slug: `${id.toLowerCase()}-${slugOf(title, 40)}`,
  });
}
