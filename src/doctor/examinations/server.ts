import { listServerFiles, readServerCommand } from '../../agents/find-servers.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import { version } from '../../shared/package.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';
import { describeError } from '../examine.ts';
import { shakeHands } from '../handshake.ts';

/**
 * Examines the MCP server: whether this program serves, and whether the program that agents were told to start exists. Only this
 * program is started.
 */
export const server: Examination = {
  name: 'server',
  title: 'MCP server',
  async examine(patient) {
    const declared = listServerFiles(patient, patient.root).flatMap((path) => {
      const command = readServerCommand(path);
      return command === undefined ? [] : [examineCommand(command, path, patient)];
    });
    return [await examineServer(patient), ...declared];
  },
};

async function examineServer({ program: { node, cli }, root, env }: Installation): Promise<ExaminationFinding> {
  try {
    const { tools, version: found } = await shakeHands([node, cli, 'mcp'], root, { ...env });
    if (found !== version)
      return {
        state: 'problem',
        says: `hardwon mcp says that it is ${found}, and this is ${version}.`,
        fix: 'npm install --global hardwon',
      };
    return { state: 'ok', says: `hardwon mcp answers, with ${tools.length} tools.` };
  } catch (error) {
    return {
      state: 'problem',
      says: `hardwon mcp does not answer: ${describeError(error)}.`,
      fix: 'npm install --global hardwon',
    };
  }
}

function examineCommand(command: string, path: string, { env, platform }: Installation): ExaminationFinding {
  if (findOnPath(command, env, platform) !== undefined)
    return { state: 'ok', says: `${path} names it, as ${command}.` };
  const says = `${path} has an agent start ${command} for it, and there is no such program.`;
  return { state: 'problem', says, fix: 'npm install --global hardwon' };
}
