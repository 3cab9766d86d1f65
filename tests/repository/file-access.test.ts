import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Who opens, changes or removes files, and why that is safe. A file of src/ that begins to do so has to be put into one of these lists,
 * and whoever does that has to know where it writes: what lies in a project is written through `resolveInside`, because a repository may
 * hold links to anywhere, and read by src/shared/regular-file.ts, because it may hold pipes.
 */
const source = resolve(import.meta.dirname, '../../src');

/** The functions of Node that read a file. */
const READING = [
  'readFile',
  'readFileSync',
  'createReadStream',
  'open',
  'openSync',
  'promises',
  'openAsBlob',
  'readv',
  'readvSync',
];

/** Those that change something on disk. */
const CHANGING = [
  ...[
    'writeFile',
    'writeFileSync',
    'appendFile',
    'appendFileSync',
    'createWriteStream',
    'writeSync',
    'write',
    'writev',
  ],
  ...[
    'open',
    'openSync',
    'promises',
    'truncate',
    'truncateSync',
    'ftruncate',
    'ftruncateSync',
    'cp',
    'cpSync',
    'copyFile',
  ],
  ...[
    'copyFileSync',
    'rename',
    'renameSync',
    'rm',
    'rmSync',
    'rmdir',
    'rmdirSync',
    'unlink',
    'unlinkSync',
    'link',
    'linkSync',
  ],
  ...[
    'symlink',
    'symlinkSync',
    'mkdir',
    'mkdirSync',
    'mkdtemp',
    'mkdtempSync',
    'chmod',
    'chmodSync',
    'fchmod',
    'chown',
  ],
  ...['chownSync', 'utimes', 'utimesSync', 'lutimes', 'futimes'],
];

/** Those of our own that do, and that do not ask where a file lies. */
const OWN_CHANGING = ['writeTextFile', 'makeFolder', 'removeFile', 'moveFile', 'replaceCached', 'writeRegularSync'];

const READERS: Record<string, string> = {
  'shared/regular-file.ts': 'the one way in which files are read',
  'shared/files.ts': 'makes files that must not be there yet, and syncs folders',
  'shared/lock.ts': 'makes locks; asks /proc, whose files have no size, when a process was started',
  'agents/lines.ts': 'reads logs piece by piece, from regular files only',
  'cli/demo/example-home.ts': 'reads copies of the bundled examples in a temporary folder',
  'cli/terminal-dialog.ts': 'reads the draft that the user has just edited, in a temporary folder',
  'app/tools/command-text.ts': 'reads a file of the package itself, by its address',
  'shared/package.ts': 'reads the manifest of the package itself, by its address',
  'live/boot.ts': 'reads the parts of the hook itself',
  'cli/pack-reader.ts': 'reads the parts of the program itself',
  'loop/run/processes.ts': 'asks /proc, whose files have no size',
};

/** Writers by what they write to. */
const WRITERS: Record<string, Record<string, string>> = {
  'files of projects and settings, through resolveInside': {
    'delivery/containment.ts': 'makes sure of it',
    'delivery/apply.ts': 'every change of a plan is prepared by resolveInside',
    'delivery/restore.ts': 'gets targets that resolveInside gave',
    'delivery/undo.ts': 'gets targets from inspect, which asks resolveInside; and its own records',
  },
  "hardwon's own folders": {
    'shared/files.ts': 'what others write with',
    'shared/lock.ts': 'locks in the data folder',
    'shared/regular-file.ts': 'what hooks write with',
    'delivery/journal/note-in-journal.ts': 'data folder',
    'delivery/journal/salt.ts': 'data folder',
    'heal/told.ts': 'data folder',
    'delivery/snapshot/write-snapshot.ts': 'cache folder',
    'delivery/undo-record.ts': 'data folder',
    'doctor/examinations/folders.ts': 'makes the folders themselves where they are missing',
    'heal/issue-index/compile-issues.ts': 'cache folder',
    'heal/remedy.ts': 'data folder',
    'app/history/open-library.ts': 'the index in the cache folder',
    'app/install/remove-everything.ts': 'deletes them, and with --memory those of lessons, when the user asks for it',
    'live/append-line.ts': 'data folder',
    'shared/code-cache.ts': 'compiled code in the cache folder',
    'live/follow-up.ts': 'data folder',
    'live/journal.ts': 'data folder',
    'live/start.ts': 'forgets old sessions in the data folder',
    'live/note-session.ts': 'data folder',
    'live/warm-up.ts': 'cache folder',
    'loop/run/attempt-log.ts': 'the folder of a run, in the data folder',
    'loop/run/clean-up.ts': 'folders of runs, in the data folder',
    'loop/run/history.ts': 'data folder',
    'loop/run/make-attempt.ts': 'the folder of a run, in the data folder',
    'loop/run/prepare.ts': 'the folder of a run, in the data folder',
    'loop/run/run-store.ts': 'the folder of a run, in the data folder',
    'app/history/noted-sessions.ts': 'data folder',
    'app/capture/propose-lessons.ts': 'data folder',
    'sessions/open-store.ts': 'the index in the cache folder',
    'web/backtest-desk.ts': 'cache folder',
    'teach/kept-answers.ts': 'data folder',
    'teach/teacher-use.ts': 'data folder',
    'team/knowledge.ts': 'data folder',
    'team/machine.ts': 'data folder',
    'team/sent.ts': 'data folder',
  },
  'a scratch checkout': {
    'loop/scratch/link-objects.ts': 'its git folder',
    'loop/scratch/carry-changes.ts': 'its index',
    'loop/scratch/carry-path.ts': 'copies into it',
    'loop/scratch/copy-folder.ts': 'copies into it',
    'loop/scratch/dependencies.ts': 'copies into it',
    'loop/scratch/embedded-paths.ts': 'rewrites copies in it',
    'loop/scratch/git-folder.ts': 'its git folder',
    'loop/scratch/make-scratch.ts': 'makes it',
    'loop/scratch/nested-repositories.ts': 'hides repositories in it for a moment',
    'loop/scratch/scratch.ts': 'brings it back to its beginning',
  },
  'a temporary folder': {
    'cli/demo/example-home.ts': 'the demo',
    'cli/terminal-dialog.ts': 'a draft for the editor',
    'cli/ui/hooked-home.ts': 'the demo of the page',
    'doctor/probe.ts': 'a project of its own, to try hooks in',
    'teach/agent-model.ts': 'an empty folder for an agent',
    'loop/headless/choose-agent.ts': 'settings of the agent, in that folder',
    'loop/tests/run-tests.ts': 'reports of tests',
  },
  'a file that the user named': {
    'cli/backtest/run.ts': '--report FILE',
    'cli/report/run.ts': 'the page to share',
  },
  'no file': {
    'live/hook.ts': 'writes to stdout by its descriptor',
  },
};

interface Imported {
  names: string[];
  /** Whether all of a module is imported, or a module by a name that is not written down: then nobody can tell. */
  isWhole: boolean;
}

/** What a file imports of the file system, Node's and ours. Text in templates that becomes another program is no import. */
function readImports(path: string): { node: Imported; own: string[] } {
  const text = readFileSync(join(source, path), 'utf8').replace(/`(?:[^`\\]|\\[\s\S])*`/g, '``');
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, names = '']) =>
      names.split(',').map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(/\s+as\s+/)[0] ?? '',
      ),
    );
  const isWhole =
    /import\s+(?:\*\s+as\s+)?\w+(?:\s*,[^;]*)?\s+from\s+'(?:node:)?fs(?:\/promises)?'/.test(text) ||
    /(?:import|require|getBuiltinModule)\(\s*['"](?:node:)?fs(?:\/promises)?['"]/.test(text) ||
    /from\s+'fs(?:\/promises)?'/.test(text);
  return {
    node: { names: named(/import\s+\{([^}]*)\}\s+from\s+'node:fs(?:\/promises)?'/g), isWhole },
    own: named(/import\s+\{([^}]*)\}\s+from\s+'[^']*\/(?:files|regular-file)\.ts'/g),
  };
}

const imports = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name, readImports(name)]),
);

const filesThat = (test: (imported: ReturnType<typeof readImports>) => boolean) =>
  [...imports].flatMap(([name, imported]) => (test(imported) ? [name] : [])).sort();

describe('access to files', () => {
  it('is by functions that are named one by one', () => {
    expect(filesThat(({ node }) => node.isWhole)).toEqual([]);
    expect(imports.size).toBeGreaterThan(500);
  });

  it('is read by one function, but for those who have a reason', () => {
    expect(filesThat(({ node }) => node.names.some((name) => READING.includes(name)))).toEqual(
      Object.keys(READERS).sort(),
    );
  });

  it('is written by those of whom it is known where they write', () => {
    const writes = filesThat(
      ({ node, own }) =>
        node.names.some((name) => CHANGING.includes(name)) || own.some((name) => OWN_CHANGING.includes(name)),
    );
    const known = Object.values(WRITERS).flatMap((writers) => Object.keys(writers));
    // Reading alone is in the other list.
    const onlyRead = ['agents/lines.ts'];
    expect(writes.filter((name) => !onlyRead.includes(name))).toEqual([...known].sort());
    expect(new Set(known).size).toBe(known.length);
  });
});

describe('answers of the page', () => {
  it('go through the one function that takes secrets out, but for fixed words', () => {
    const answering = [...imports.keys()].filter(
      (name) => name.startsWith('web/') && /\.json\([^)]/.test(readFileSync(join(source, name), 'utf8')),
    );
    // `guard.ts` and `page.ts` answer before anything is read.
    expect(answering.sort()).toEqual(['web/guard.ts', 'web/routes/page.ts', 'web/routes/send.ts']);
  });
});
