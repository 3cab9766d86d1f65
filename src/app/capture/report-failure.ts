import { DEFAULTS } from '../../config/defaults.ts';
import { loadConfig } from '../../config/load-config.ts';
import { readInstructions } from '../../lifecycle/capture/instruction-files.ts';
import { redactProposals } from '../../lifecycle/capture/redact-proposals.ts';
import { judgeProposal } from '../../lifecycle/capture/refusals/judge-proposal.ts';
import type { CaptureRefusal } from '../../lifecycle/capture/refusals/refusal.ts';
import type { FailureType, LearnedRule, Teacher, Teaching } from '../../loop/failure-case.ts';
import { requireSource } from '../../loop/failure-sources.ts';
import { chooseAgent } from '../../loop/headless/choose-agent.ts';
import { type KeptRules, keepRules } from '../../loop/rules/keep-rules.ts';
import { chooseTeacher } from '../../loop/teacher/choose-teacher.ts';
import { type Domain, routeFailure } from '../../loop/teacher/prompts.ts';
import { ruleGuidance, ruleOrigin } from '../../memory/learned-rule.ts';
import { formatDate } from '../../shared/clock.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { Surroundings } from '../../shared/surroundings.ts';
import type { TeacherMode } from '../../teach/modes.ts';
import { openDeclaredPackages } from '../declared-packages.ts';
import { chooseRulePlace } from '../memory/rule-place.ts';

/** A failure reported by a person. */
export interface FailureReport {
  type: FailureType;
  /** The failure itself. */
  description: string;
  /** The action that would have been right. */
  context?: string;
  /** The task that the agent was given. */
  task?: string;
}

/** The project in which a failure is reported, and the teacher it is reported to. */
export interface ReportRequest extends Omit<Surroundings, 'cwd'> {
  /** The root of the project. */
  root: string;
  type: FailureType;
  /** A configuration file to use instead of the project's. */
  configPath?: string;
  /** The teacher; overrides the configuration. */
  teacher?: TeacherMode;
  /** The owner of the file that gets the rule; overrides the configuration. */
  file?: 'user' | 'project';
  /** Called with the reason if the built-in teacher was asked instead of the chosen one. */
  onFallback?(reason: string): void;
}

/** The desk at which failures are reported: the teacher for the type of failure makes a rule, which is judged and kept. */
export interface ReportDesk {
  domain: Domain;
  /** The teacher that is asked. Tell the user where it sends data before it does. */
  teacher: Teacher;
  /** The owner of the file that gets the rule. */
  file: 'user' | 'project';
  /** Asks the teacher. */
  teach(report: FailureReport, signal?: AbortSignal): Promise<Teaching>;
  /** Returns the objections to a rule; an empty list if it can be kept. */
  judge(rule: LearnedRule, force?: boolean): Promise<CaptureRefusal[]>;
  /** Turns a rule into a lesson. A confirmed lesson is delivered; any other is watched until a person confirms it. */
  keep(rule: LearnedRule, options: { isConfirmed: boolean; apply: boolean }): Promise<KeptRules>;
}

/** Opens the desk for a type of failure, by choosing its teacher. */
export async function openReport(request: ReportRequest): Promise<ReportDesk> {
  const { root, home, env, now, type } = request;
  const explicit = request.configPath === undefined ? {} : { explicitPath: request.configPath };
  const loaded = await loadConfig({ cwd: root, home, env, ...explicit });
  const { config } = loaded;
  requireSource(config.failureSources, 'manual');
  const folders = findOwnFolders({ home, env });
  const domain = routeFailure(type, config.failurePrompts);
  const teacher = chooseTeacher(config, {
    env,
    home,
    memory: { root, userRoot: folders.config },
    agent: (name) => chooseAgent(config, name),
    mode: request.teacher,
    onFallback: request.onFallback,
  });
  const file = request.file ?? config.learning?.file ?? DEFAULTS.learningFile;
  const place = await chooseRulePlace({ root, home, env, config: loaded, file });
  return {
    domain,
    teacher,
    file,
    teach: ({ description, context, task = '' }, signal) =>
      teacher.teach(
        { type, task, diff: '', errorLogs: '', description, failures: [], context: context || undefined },
        signal ? { signal } : {},
      ),
    async judge({ rule, when, why, category }, force = false) {
      const origin = ruleOrigin(formatDate(now), type, category);
      const proposal = { scope: [], pattern: why, guidance: ruleGuidance(rule, when), origin, isRule: true } as const;
      const rules = file === 'project' ? await readInstructions(root) : [];
      return (await redactProposals([proposal], config.redaction.allow)).flatMap((clean) =>
        judgeProposal(clean, { rules, isHuman: true, force, packages: openDeclaredPackages(root) }),
      );
    },
    keep: (rule, { isConfirmed, apply }) =>
      keepRules({
        rules: [rule],
        type,
        now,
        isConfirmed,
        apply,
        projectRoot: root,
        dataDir: folders.data,
        home,
        place,
      }),
  };
}
