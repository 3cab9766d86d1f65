import { isSerious } from '../../lifecycle/capture/sources/finding.ts';
import { requireSource } from '../../loop/failure-sources.ts';
import { chooseAgent } from '../../loop/headless/choose-agent.ts';
import { reviewWork } from '../../loop/review/review-work.ts';
import type { Workbench } from '../../loop/run/loop-request.ts';
import type { AskedChoices } from '../../loop/run/run-record.ts';
import { chooseModel } from '../../loop/teacher/choose-teacher.ts';
import type { Redactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import type { LearningLoopRequest } from './learning-loop-request.ts';

/** Returns a function that has passing attempts reviewed by the model configured as teacher. Only its serious findings count. */
export function openReview(
  request: LearningLoopRequest,
  asked: AskedChoices,
  redactor: Redactor,
  tell: (notice: string) => void,
): NonNullable<Workbench['review']> {
  const { config } = request.config;
  requireSource(config.failureSources, 'semantic');
  const model = chooseModel(config, {
    ...request,
    ...(asked.teacher === undefined ? {} : { mode: asked.teacher }),
    agent: (name) => chooseAgent(config, name ?? asked.agent),
  });
  if (!model)
    throw new AppError('usage', 'It takes a model to review: the built-in teacher and a webhook cannot.', {
      hint: 'Choose one with --teacher anthropic, openai or agent, or with teacher.mode in your configuration.',
    });
  tell(`the diff of an attempt whose tests pass is sent to ${model.destination} for review, redacted.`);
  return async (diff, signal) => {
    const work = { kind: 'diff', name: 'the change', text: diff } as const;
    const { findings } = await reviewWork(work, model, { redactor, homes: [request.home], ...(signal ? { signal } : {}) });
    return findings
      .filter(({ severity }) => isSerious(severity))
      .map(({ severity, file, problem, rule }) => ({
        ...{ severity, problem },
        ...(file === undefined ? {} : { file }),
        ...(rule === undefined ? {} : { rule: rule.rule }),
      }));
  };
}
