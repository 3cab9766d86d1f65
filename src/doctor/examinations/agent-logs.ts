import { existsSync } from 'node:fs';
import type { Agent, Places } from '../../agents/agent.ts';
import { nameLogPlace } from '../../agents/log-place.ts';
import { describeAge } from '../../shared/clock.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';

/** Examines the logs of each agent: which exist, how old they are, and which cannot be opened. Nothing is read. */
export const agentLogs: Examination = {
  name: 'agents',
  title: 'Agents',
  async examine(patient) {
    const found = (await Promise.all(patient.known.map((agent) => examineAgent(agent, patient)))).flat();
    const none: ExaminationFinding = {
      state: 'note',
      says: 'No agent has logs on this machine: there is nothing to learn from yet.',
      fix: 'Name a folder: hardwon learn --agent-dir AGENT=FOLDER. hardwon demo shows how it works.',
    };
    return [
      ...(found.some(({ state }) => state === 'ok') ? found : [...found, none]),
      ...patient.problems.map(tellAdapter),
    ];
  },
};

async function examineAgent(
  agent: Agent,
  { home, env, agentFolders, now }: Installation,
): Promise<ExaminationFinding[]> {
  const places: Places = { home, env, folders: agentFolders };
  const root = agent.root(places);
  const named = agentFolders[agent.name];
  if (named !== undefined && !existsSync(named))
    return [
      {
        state: 'problem',
        says: `The configuration says that ${agent.title} is in ${named}, which does not exist.`,
        fix: 'Correct agentDirs or claudeDir in the configuration.',
      },
    ];
  const skipped: { path: string; reason: string }[] = [];
  const files = await agent.discover(places, (path, reason) => skipped.push({ path, reason }));
  const [first] = skipped;
  const unreadable: ExaminationFinding[] = first
    ? [
        {
          state: 'problem',
          says: `${agent.title}: ${first.path} cannot be opened (${first.reason})${skipped.length > 1 ? `, nor can ${skipped.length - 1} more` : ''}. Nothing in it is learned.`,
          fix: `chmod u+rwX ${first.path}`,
        },
      ]
    : [];
  if (files.length === 0) return unreadable;
  const newest = Math.max(...files.map(({ mtimeMs }) => mtimeMs));
  const count = `${files.length.toLocaleString('en')} log ${files.length === 1 ? 'file' : 'files'}`;
  return [
    {
      state: 'ok',
      says: `${agent.title}: ${count} in ${nameLogPlace(root, files)}, the newest ${describeAge(newest, now)}.`,
    },
    ...unreadable,
  ];
}

function tellAdapter(says: string): ExaminationFinding {
  return { state: 'problem', says, fix: 'See docs/adapters.md.' };
}
