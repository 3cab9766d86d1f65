import { claim, type Relation } from '../relation.ts';
import { toolOf } from '../tool-names.ts';

/** The host of the repository explained itself: a protected branch, merging by itself switched off. The error is the lesson. */
export const repositoryRule: Relation = {
  name: 'repository-rule',
  explain(step) {
    const { failure } = step;
    const rule = failure.rule ? rules[failure.rule] : undefined;
    if (!rule || !failure.command) return [];
    const branch = failure.subject ?? '';
    return [
      claim(step, undefined, {
        relation: 'repository-rule',
        key: `${rule} ${rule === 'protected-branch' ? branch : ''}`.trim(),
        wrong: toolOf(failure.command),
        facts: { rule, ...(branch ? { branch } : {}) },
      }),
    ];
  },
};

const rules: Readonly<Record<string, string>> = {
  'git.protected': 'protected-branch',
  'gh.auto-merge': 'no-auto-merge',
  'gh.policy': 'merge-policy',
};
