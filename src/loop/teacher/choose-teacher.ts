import type { AttemptConfig, ClaudeConfig, TeacherConfig, WebhookConfig } from '../../config/loop-config.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import type { FailureType, Teacher } from '../failure-case.ts';
import type { HeadlessAgent } from '../headless-agent.ts';
import { agentModel } from './agent-model.ts';
import { anthropicModel } from './anthropic-model.ts';
import { builtInTeacher, type MemoryRoots } from './built-in/built-in.ts';
import { describeHost } from './destination.ts';
import { frameCase } from './frame-case.ts';
import { guardTeacher } from './guard-teacher.ts';
import type { ApiOptions, Model } from './model.ts';
import type { TeacherMode } from './modes.ts';
import { openAiModel } from './openai-model.ts';
import { checkOverrides, type Domain, routeFailure } from './prompts.ts';
import { readTeacherAnswer } from './read-answer.ts';
import { webhookTeacher } from './webhook.ts';

/** The settings that choose a teacher. */
export interface TeacherSettings {
  teacher?: TeacherConfig;
  n8n?: WebhookConfig;
  failurePrompts?: Record<string, string>;
  loop?: AttemptConfig;
  claude?: ClaudeConfig;
  redaction?: { allow?: readonly string[] };
}

/** The environment in which a teacher is chosen. */
export interface TeacherPlaces extends UserHome {
  /** The memories that the built-in teacher may ask. */
  memory?: MemoryRoots;
  /** The requested mode, which overrides the configuration. */
  mode?: TeacherMode;
  /** Creates the user's agent, for the mode `agent`. */
  agent?(name: string | undefined): HeadlessAgent;
  /** Receives the reason if the built-in teacher was asked in place of the chosen one. */
  onFallback?(reason: string): void;
}

const ANTHROPIC = {
  baseUrl: 'https://api.anthropic.com',
  keyEnv: 'ANTHROPIC_API_KEY',
  urlEnv: 'ANTHROPIC_BASE_URL',
  model: 'claude-sonnet-5-5',
};
const OPENAI = {
  baseUrl: 'https://api.openai.com/v1',
  keyEnv: 'OPENAI_API_KEY',
  urlEnv: 'OPENAI_BASE_URL',
  model: undefined,
};
const SECONDS = 60;

/**
 * Returns the teacher that the settings choose, guarded. If its key or address is missing, that is an error that says what to do,
 * or the built-in one is used if `teacher.fallback` says so; it is never replaced by one that would send the failure somewhere
 * else.
 */
export function chooseTeacher(settings: TeacherSettings, places: TeacherPlaces): Teacher {
  const overrides = settings.failurePrompts ?? {};
  checkOverrides(overrides);
  const route = (type: Parameters<typeof routeFailure>[0]) => routeFailure(type, overrides);
  const builtIn = builtInTeacher(places.memory);
  const guard = {
    redactor: createRedactor(settings.redaction?.allow ? { allow: settings.redaction.allow } : {}),
    homes: [places.home],
  };
  const mode = teacherModeOf(settings, places);
  if (mode === 'builtin') return guardTeacher(builtIn, guard);
  const hasFallback = settings.teacher?.fallback === 'builtin';
  try {
    const chosen =
      mode === 'webhook' ? webhookOf(settings, places, route) : modelTeacher(modelOf(mode, settings, places), route);
    const fallback = hasFallback ? { fallback: builtIn, onFallback: places.onFallback } : {};
    return guardTeacher(chosen, { ...guard, ...fallback });
  } catch (error) {
    if (!hasFallback || !(error instanceof AppError)) throw error;
    places.onFallback?.(error.message);
    return guardTeacher(builtIn, guard);
  }
}

/** Returns the model that the settings choose, for tasks that need a model and a longer answer; undefined if they choose none. */
export function chooseModel(settings: TeacherSettings, places: TeacherPlaces): Model | undefined {
  const mode = teacherModeOf(settings, places);
  return mode === 'builtin' || mode === 'webhook' ? undefined : modelOf(mode, settings, places, LONG_ANSWER);
}

/** The default number of tokens of an answer: for one rule, or for a list of findings. */
const SHORT_ANSWER = 1024;
const LONG_ANSWER = 4096;

/** Returns the effective mode. */
export function teacherModeOf(
  { teacher }: TeacherSettings,
  { mode }: Pick<TeacherPlaces, 'mode'>,
): Exclude<TeacherMode, 'local'> {
  const chosen = mode ?? teacher?.mode ?? 'builtin';
  return chosen === 'local' ? 'anthropic' : chosen;
}

function modelOf(
  mode: 'anthropic' | 'openai' | 'agent',
  settings: TeacherSettings,
  places: TeacherPlaces,
  tokens = SHORT_ANSWER,
): Model {
  const timeoutMs = (settings.teacher?.timeout ?? SECONDS) * 1000;
  if (mode === 'anthropic') return anthropicModel(apiOptions(settings, places, ANTHROPIC, tokens));
  if (mode === 'openai') return openAiModel(apiOptions(settings, places, OPENAI, tokens));
  if (!places.agent)
    throw new AppError('usage', 'No agent can be asked here.', { hint: 'Choose another teacher with --teacher.' });
  return agentModel(places.agent(settings.teacher?.agent), timeoutMs);
}

interface Vendor {
  baseUrl: string;
  keyEnv: string;
  urlEnv: string;
  model: string | undefined;
}

function apiOptions(
  { teacher = {} }: TeacherSettings,
  { env }: TeacherPlaces,
  vendor: Vendor,
  tokens: number,
): ApiOptions {
  const keyEnv = teacher.keyEnv ?? vendor.keyEnv;
  const named = env[vendor.urlEnv]?.trim() || undefined;
  if (
    teacher.baseUrl === undefined &&
    named !== undefined &&
    !/^https?:$/.test(URL.canParse(named) ? new URL(named).protocol : '')
  )
    throw new AppError('usage', `The environment variable ${vendor.urlEnv} does not contain an address.`, {
      hint: 'Correct it, or set teacher.baseUrl in the configuration.',
    });
  const baseUrl = teacher.baseUrl ?? named ?? vendor.baseUrl;
  // A server on this machine usually needs no key, but its library requires one.
  const key = env[keyEnv]?.trim() || (describeHost(baseUrl).isLoopback ? 'none' : undefined);
  if (!key)
    throw new AppError('unavailable', `The teacher needs a key: the environment variable ${keyEnv} is not set.`, {
      hint: 'Set it, choose --teacher builtin, or set teacher.fallback to "builtin". Nothing was sent.',
    });
  const model = teacher.model ?? vendor.model;
  if (model === undefined)
    throw new AppError('usage', 'The teacher needs a model: teacher.model is not set.', {
      hint: 'Set it to a model that the server has.',
    });
  return {
    key,
    keyEnv,
    model,
    maxTokens: teacher.maxTokens ?? tokens,
    baseUrl,
    timeoutMs: (teacher.timeout ?? SECONDS) * 1000,
  };
}

function webhookOf(
  { n8n = {} }: TeacherSettings,
  { env }: TeacherPlaces,
  route: Parameters<typeof modelTeacher>[1],
): Teacher {
  const { webhookUrl, timeout = SECONDS, tokenEnv = 'N8N_WEBHOOK_TOKEN', retries = 2 } = n8n;
  if (webhookUrl === undefined)
    throw new AppError('usage', 'The teacher needs an address: n8n.webhookUrl is not set.', {
      hint: 'Set it in your configuration (docs/n8n.md), or choose --teacher builtin. Nothing was sent.',
    });
  const token = env[tokenEnv]?.trim();
  return webhookTeacher({
    url: webhookUrl,
    tokenEnv,
    timeoutMs: timeout * 1000,
    retries,
    route,
    token: token || undefined,
  });
}

/** Uses a model as a teacher: it is asked with the prompt of the failure's domain. */
function modelTeacher(model: Model, route: (type: FailureType) => Domain): Teacher {
  return {
    name: model.name,
    destination: model.destination,
    leavesMachine: model.leavesMachine,
    async teach(failure, { signal } = {}) {
      const { text, usage } = await model.ask(frameCase(failure, route(failure.type)), signal ? { signal } : {});
      const teaching = readTeacherAnswer(text);
      if (!teaching)
        throw new AppError('broken-file', `${model.destination} did not answer with an analysis and a rule.`, {
          hint: 'Ask again, raise teacher.maxTokens if the answer was cut, or set teacher.model to a larger one.',
        });
      return { ...teaching, usage };
    },
  };
}
