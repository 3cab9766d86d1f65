import type { HeadlessAgent } from '../agents/headless-agent.ts';
import type { TeacherConfig, WebhookConfig } from '../config/loop-config.ts';
import { AppError } from '../shared/errors.ts';
import type { Environment } from '../shared/surroundings.ts';
import { agentModel } from './agent-model.ts';
import { anthropicModel } from './anthropic-model.ts';
import { describeHost } from './destination.ts';
import type { ApiOptions, Model } from './model.ts';
import type { TeacherMode } from './modes.ts';
import { openAiModel } from './openai-model.ts';
import { type WebhookOptions, webhookModel } from './webhook.ts';

/** The settings that choose a model. */
export interface ModelSettings {
  teacher?: TeacherConfig;
  n8n?: WebhookConfig;
}

/** The environment in which a model is chosen. */
export interface ModelPlaces {
  env: Environment;
  /** The requested mode, which overrides the configuration. */
  mode?: TeacherMode;
  /** Creates the user's agent, for the mode `agent`. */
  agent?(name: string | undefined): HeadlessAgent;
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

/** Returns the model that the settings choose, for tasks that need a model and a longer answer; undefined if they choose none. */
export function chooseModel(settings: ModelSettings, places: ModelPlaces): Model | undefined {
  const mode = teacherModeOf(settings, places);
  return mode === 'builtin' || mode === 'webhook' ? undefined : modelOf(mode, settings, places, LONG_ANSWER);
}

/** Returns the model that explains cases, with the name that lessons keep: an agent by its name, or an API; undefined for `builtin`. */
export function chooseCaseModel(name: string, settings: ModelSettings, places: ModelPlaces): Model | undefined {
  if (name === 'builtin') return undefined;
  if (name === 'anthropic' || name === 'openai') return modelOf(name, settings, places, LESSONS);
  if (name === 'webhook') return webhookModel(webhookOptions(settings, places, LESSONS.seconds));
  const agent = places.agent?.(name);
  const asked = { ...places, agent: agent && (() => agent) };
  return { ...modelOf('agent', settings, asked, LESSONS), name: agent?.program ?? name };
}

interface Limits {
  /** The default number of tokens of an answer. */
  tokens: number;
  /** The default time for it. */
  seconds: number;
}

/** For one rule, for a list of findings, and for the lessons of a casebook. */
const SHORT_ANSWER: Limits = { tokens: 1024, seconds: 60 };
const LONG_ANSWER: Limits = { tokens: 4096, seconds: 60 };
const LESSONS: Limits = { tokens: 32_000, seconds: 600 };

/** Returns the effective mode. */
export function teacherModeOf(
  { teacher }: ModelSettings,
  { mode }: Pick<ModelPlaces, 'mode'>,
): Exclude<TeacherMode, 'local'> {
  const chosen = mode ?? teacher?.mode ?? 'builtin';
  return chosen === 'local' ? 'anthropic' : chosen;
}

/** Returns the model behind an API or the user's agent. */
export function modelOf(
  mode: 'anthropic' | 'openai' | 'agent',
  settings: ModelSettings,
  places: ModelPlaces,
  limits = SHORT_ANSWER,
): Model {
  if (mode === 'anthropic') return anthropicModel(apiOptions(settings, places, ANTHROPIC, limits));
  if (mode === 'openai') return openAiModel(apiOptions(settings, places, OPENAI, limits));
  if (!places.agent)
    throw new AppError('usage', 'No agent can be asked here.', { hint: 'Choose another teacher with --teacher.' });
  const timeoutMs = (settings.teacher?.timeout ?? limits.seconds) * 1000;
  return agentModel(places.agent(settings.teacher?.agent), timeoutMs, places.env);
}

interface Vendor {
  baseUrl: string;
  keyEnv: string;
  urlEnv: string;
  model: string | undefined;
}

function apiOptions({ teacher = {} }: ModelSettings, { env }: ModelPlaces, vendor: Vendor, limits: Limits): ApiOptions {
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
    maxTokens: teacher.maxTokens ?? limits.tokens,
    baseUrl,
    timeoutMs: (teacher.timeout ?? limits.seconds) * 1000,
  };
}

/** Returns how the webhook of the configuration is asked. */
export function webhookOptions(
  { n8n = {} }: ModelSettings,
  { env }: ModelPlaces,
  seconds = SHORT_ANSWER.seconds,
): WebhookOptions {
  const { webhookUrl, timeout = seconds, tokenEnv = 'N8N_WEBHOOK_TOKEN', retries = 2 } = n8n;
  if (webhookUrl === undefined)
    throw new AppError('usage', 'The teacher needs an address: n8n.webhookUrl is not set.', {
      hint: 'Set it in your configuration (docs/n8n.md), or choose --teacher builtin. Nothing was sent.',
    });
  const token = env[tokenEnv]?.trim();
  return { url: webhookUrl, tokenEnv, timeoutMs: timeout * 1000, retries, token: token || undefined };
}
