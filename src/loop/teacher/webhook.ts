import { parseJson } from '../../programs/test-reports/jest-json.ts';
import { AppError } from '../../shared/errors.ts';
import { describeHost } from '../../teach/destination.ts';
import { askWebhook, type WebhookOptions } from '../../teach/webhook.ts';
import type { FailureCase, Teacher } from '../failure-case.ts';
import type { Domain } from './prompts.ts';
import { readObject } from './read-answer.ts';

/** Options for a teacher behind a webhook. */
export interface WebhookTeacherOptions extends WebhookOptions {
  route(type: FailureCase['type']): Domain;
}

/**
 * Creates a teacher behind a webhook, such as an n8n workflow: it gets {diff, error_logs, task_description} and answers
 * {analysis, rule}.
 */
export function webhookTeacher(options: WebhookTeacherOptions): Teacher {
  const host = describeHost(options.url);
  return {
    name: 'webhook',
    destination: host.text,
    leavesMachine: !host.isLoopback,
    async teach(failure, { signal } = {}) {
      const body = JSON.stringify(payloadOf(failure, options.route(failure.type)));
      const text = await askWebhook(options, body, signal);
      const teaching = readObject(parseJson(text));
      if (!teaching)
        throw new AppError('broken-file', `${host.text} did not answer with {"analysis": …, "rule": …}.`, {
          hint: 'docs/n8n.md shows what the workflow has to answer.',
        });
      return teaching;
    },
  };
}

/** Returns the documented payload, with fields that let a workflow distinguish the kinds of failures. */
export function payloadOf(failure: FailureCase, { prompt }: Domain): Record<string, string> {
  const { type, task, diff, errorLogs, description, context, failures, recovery } = failure;
  const reported = [description && `Description: ${description}`, context && `What should have been done: ${context}`];
  const tests = failures.map(({ id, message }) => `FAILED ${id}\n${message}`);
  return {
    diff,
    error_logs: [...reported, ...tests, errorLogs].filter(Boolean).join('\n\n'),
    task_description: task,
    failure_type: type,
    prompt,
    ...(recovery && { passing_diff: recovery.diff }),
  };
}
