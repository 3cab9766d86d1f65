import { join } from 'node:path';
import { openLibrary } from '../../app/history/open-library.ts';
import { checkIndexFile } from '../../sessions/check-index.ts';
import { describeAge } from '../../shared/clock.ts';
import type { Examination, Installation } from '../examination.ts';

/** Examines the index of sessions: whether it opens, is complete, and belongs to this release. It can always be rebuilt. */
export const sessionIndex: Examination = {
  name: 'index',
  title: 'Session index',
  async examine(patient) {
    const path = join(patient.folders.cache, 'sessions.db');
    const check = checkIndexFile(path);
    switch (check.state) {
      case 'missing':
        return [{ state: 'ok', says: `There is none yet; the next hardwon learn makes ${path}.` }];
      case 'good': {
        const { bytes, sessions, changedAt } = check;
        const size = `${(bytes / 1e6).toFixed(1)} MB, ${sessions.toLocaleString('en')} ${sessions === 1 ? 'session' : 'sessions'}`;
        return [{ state: 'ok', says: `${path} is intact: ${size}, changed ${describeAge(changedAt, patient.now)}.` }];
      }
      case 'other-version': {
        const { version, wanted } = check;
        const says = `${path} has format ${version}, and this release uses ${wanted}: the next hardwon learn rebuilds it.`;
        return [{ state: 'note', says, fix: 'hardwon learn --fresh', repair: rebuild(patient) }];
      }
      case 'damaged': {
        const says = `${path} is damaged (${check.reason}). Nothing is lost: it is made from the logs.`;
        return [{ state: 'problem', says, fix: 'hardwon learn --fresh', repair: rebuild(patient) }];
      }
    }
  },
};

function rebuild({ cwd, home, env, known, agentFolders, config }: Installation) {
  return {
    does: 'rebuild the session index from the logs',
    run: async () => {
      const { projects, redaction } = 'broken' in config ? { projects: {}, redaction: { allow: [] } } : config.config;
      const request = {
        cwd,
        home,
        env,
        known,
        folders: agentFolders,
        projectGlobs: projects,
        allowed: redaction.allow,
      };
      (await openLibrary({ ...request, join: [], fresh: true })).close();
    },
  };
}
