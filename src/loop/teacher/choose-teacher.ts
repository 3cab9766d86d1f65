import type { AttemptConfig, ClaudeConfig } from '../../config/loop-config.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import {
  type ModelPlaces,
  type ModelSettings,
  modelOf,
  teacherModeOf,
  webhookOptions,
} from '../../teach/choose-model.ts';
import type { Model } from '../../teach/model.ts';
import type { FailureType, Teacher } from '../failure-case.ts';
import { builtInTeacher, type MemoryRoots } from './built-in/built-in.ts';
import { frameCase } from './frame-case.ts';
import { guardTeacher } from './guard-teacher.ts';
import { checkOverrides, type Domain, routeFailure } from './prompts.ts';
import { readTeacherAnswer } from './read-answer.ts';
import { webhookTeacher } from './webhook.ts';

/** The settings that choose a teacher. */
export interface TeacherSettings extends ModelSettings {
  failurePrompts?: Record<string, string>;
  loop?: AttemptConfig;
  claude?: ClaudeConfig;
  redaction?: { allow?: readonly string[] };
}

/** The environment in which a teacher is chosen. */
export interface TeacherPlaces extends UserHome, ModelPlaces {
  /** The memories that the built-in teacher may ask. */
  memory?: MemoryRoots;
  /** Receives the reason if the built-in teacher was asked in place of the chosen one. */
  onFallback?(reason: string): void;
}

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
      mode === 'webhook'
        ? webhookTeacher({ ...webhookOptions(settings, places), route })
        : modelTeacher(modelOf(mode, settings, places), route);
    const fallback = hasFallback ? { fallback: builtIn, onFallback: places.onFallback } : {};
    return guardTeacher(chosen, { ...guard, ...fallback });
  } catch (error) {
    if (!hasFallback || !(error instanceof AppError)) throw error;
    places.onFallback?.(error.message);
    return guardTeacher(builtIn, guard);
  }
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
