import { AppError } from '../../shared/errors.ts';
import type { FailureType, Teacher } from '../failure-case.ts';
import { frameCase } from './frame-case.ts';
import type { Model } from './model.ts';
import type { Domain } from './prompts.ts';
import { readTeacherAnswer } from './read-answer.ts';

/** Uses a model as a teacher: it is asked with the prompt of the failure's domain. */
export function modelTeacher(model: Model, route: (type: FailureType) => Domain): Teacher {
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
      return { ...teaching, ...(usage ? { usage } : {}) };
    },
  };
}
