// SWE-agent. It writes a file `<task>.traj` for each task, below the folder that it is started from: name that folder with
// `--agent-dir swe-agent=FOLDER`, `agentDirs` or SWE_AGENT_TRAJECTORY_DIR.
//
//     {"trajectory": [{"action": "make tets", "observation": "make: *** No rule …", "state": {"working_dir": "/harbour"}}, …]}
//
// An action is a line for a shell, or a tool of the agent. Nothing tells how it ended, so that quiet failures do not show. There
// are no times, and no messages of a person.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** How deep trajectories may be: `<user>/<run>/<task>/<task>.traj`, and one more level for collections. */
const DEEPEST = 5;

/** Commands that look like programs, but are tools of the agent. */
const OWN =
  /^(?:open|goto|scroll_down|scroll_up|create|edit|insert|search_file|search_dir|find_file|submit|filemap|undo_edit|exit_forfeit)$/;

/** @type {import('hardwon').Agent} */
export const agent = {
  name: 'swe-agent',
  title: 'SWE-agent',
  variables: ['SWE_AGENT_TRAJECTORY_DIR'],
  root: ({ home, env, folders }) =>
    resolve(folders?.['swe-agent'] || env.SWE_AGENT_TRAJECTORY_DIR || join(home, '.swe-agent', 'trajectories')),

  async discover(places, skip) {
    const files = findTrajectories(agent.root(places), 0, skip).map((path) => {
      const { size, mtimeMs } = statSync(path);
      // With another inode it counts as another file: what is written anew is read from its start.
      const inode = Math.trunc(mtimeMs) * 4096 + (size % 4096);
      return { agent: agent.name, path, session: basename(path, '.traj'), size, mtimeMs, inode };
    });
    return files.sort((a, b) => a.mtimeMs - b.mtimeMs);
  },

  async read(file) {
    const { path, session, size: offset } = file;
    const steps = readSteps(path);
    const bad = steps ? [] : [{ line: 1, offset: 0, reason: 'not JSON' }];
    const calls = (steps ?? []).flatMap((_, place) => readStep(steps, place, file) ?? []);
    const cwds = [...new Set(calls.flatMap(({ cwd }) => cwd ?? []))];
    const facts = { session, cwds, remotes: [], startedAt: calls[0]?.at, endedAt: calls.at(-1)?.at };
    return { calls, messages: [], sessions: [facts], bad, offset, lines: 0 };
  },

  async recall(path, { source }) {
    const step = readSteps(path)?.[source?.call ?? -1];
    return step && { input: JSON.stringify({ action: step.action }, null, 2), output: String(step.observation ?? '') };
  },
};

/** @returns {string[]} */
function findTrajectories(folder, depth, skip) {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      if (name.endsWith('.traj')) return statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
      const isFolder = depth < DEEPEST && statSync(path, { throwIfNoEntry: false })?.isDirectory();
      return isFolder ? findTrajectories(path, depth + 1, skip) : [];
    });
  } catch (error) {
    if (error.code !== 'ENOENT') skip?.(folder, error.code ?? String(error));
    return [];
  }
}

/** The steps of a trajectory; nothing if the file is not JSON. @returns {any[] | undefined} */
function readSteps(path) {
  const text = readFileSync(path, 'utf8');
  try {
    const steps = JSON.parse(text)?.trajectory;
    return Array.isArray(steps) ? steps.map((step) => step ?? {}) : [];
  } catch {
    return undefined;
  }
}

/** @returns {import('hardwon').Call | undefined} */
function readStep(steps, place, { session, mtimeMs }) {
  const { action, observation } = steps[place];
  if (typeof action !== 'string' || action.trim() === '') return undefined;
  const used = readAction(action.trim());
  const answer = judge(used.tool, observation);
  // The last step was when the file was written. A state is the one after its step.
  const at = mtimeMs - (steps.length - place) * 1000;
  const cwd = findFolder(steps[place - 1] ?? steps[place]);
  const [id, turn, outputLength] = [`${session}#${place}`, `${session}:${place}`, answer.output.length];
  return {
    id,
    agent: agent.name,
    session,
    seq: place,
    turn,
    at,
    cwd,
    ...used,
    ...answer,
    outputLength,
    source: { call: place },
  };
}

/** @returns {Pick<import('hardwon').Call, 'tool' | 'name' | 'input'>} */
function readAction(line) {
  const [name, verb, path = ''] = line.split(/\s+/, 3);
  if (name === 'str_replace_editor') {
    const tool = verb === 'view' ? 'read' : verb === 'create' ? 'write' : 'edit';
    return { tool, name, input: { path: path.replace(/^["']|["']$/g, '') } };
  }
  return OWN.test(name)
    ? { tool: 'other', name, input: {} }
    : { tool: 'shell', name: 'bash', input: { command: line } };
}

/** @returns {Pick<import('hardwon').Call, 'outcome' | 'output'>} */
function judge(tool, observation) {
  if (typeof observation !== 'string') return { outcome: 'unknown', output: '' };
  const output = observation.replace(/^Observation: /, '').trim();
  const late = /^(?:EXECUTION TIMED OUT|The command .* was cancelled because it took more than (\d+ seconds))/.exec(
    output,
  );
  if (late) return { outcome: 'failed', output: `Command timed out after ${late[1] ?? 'its limit'}` };
  if (/^Your command ran successfully and did not produce any output/.test(output))
    return { outcome: 'ok', output: '' };
  // hardwon looks at how the output of a command ends.
  if (tool === 'shell') return { outcome: 'unknown', output };
  const isError = /^(?:No replacement was performed|The path .* does not exist|Invalid `|ERROR:)/.test(output);
  return { outcome: isError && tool !== 'other' ? 'failed' : 'ok', output };
}

/** The folder of a state, which older versions write as JSON in a text. @returns {string | undefined} */
function findFolder({ state }) {
  try {
    return (typeof state === 'string' ? JSON.parse(state) : state)?.working_dir || undefined;
  } catch {
    return undefined;
  }
}
