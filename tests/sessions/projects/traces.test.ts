import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/agents/call.ts';
import { collectTraces } from '../../../src/sessions/projects/traces.ts';

function shell(command: string, output: string, cwd = '/srv/harbour'): Call {
  return {
    id: 'c',
    agent: 'claude-code',
    session: 's',
    seq: 1,
    tool: 'shell',
    name: 'Bash',
    input: { command },
    outcome: 'ok',
    output,
    outputLength: output.length,
    at: 0,
    cwd,
  };
}

const remotesOf = (...calls: Call[]) =>
  collectTraces(calls).map(({ folder, kind, value, name, weight }) =>
    [kind, folder, value, name, weight].filter((part) => part !== undefined).join(' '),
  );

describe('remotes', () => {
  it('reads git remote -v', () => {
    const output =
      'origin\tgit@github.com:ada/harbour.git (fetch)\norigin\tgit@github.com:ada/harbour.git (push)\r\nupstream\thttps://t:s@github.com/sea/harbour (fetch)';
    expect(remotesOf(shell('git remote -v', output))).toEqual([
      'remote /srv/harbour github.com/ada/harbour origin 6',
      'remote /srv/harbour github.com/sea/harbour upstream 3',
    ]);
  });

  it('reads what push and fetch print, and adds up', () => {
    const push = shell('git push 2>&1', 'To github.com:ada/harbour.git\n   1..2  main -> main');
    const pull = shell('git pull', 'From github.com:ada/harbour\n * branch main -> FETCH_HEAD');
    expect(remotesOf(push, pull, push)).toEqual(['remote /srv/harbour github.com/ada/harbour 5']);
  });

  it('reads get-url, config, pull requests and clones', () => {
    expect(remotesOf(shell('git remote get-url origin', 'https://github.com/ada/harbour.git'))).toEqual([
      'remote /srv/harbour github.com/ada/harbour origin 3',
    ]);
    expect(remotesOf(shell('git config --get remote.fork.url', 'https://github.com/bob/harbour.git'))).toEqual([
      'remote /srv/harbour github.com/bob/harbour fork 3',
    ]);
    expect(remotesOf(shell('gh pr create --fill', 'https://github.com/ada/harbour/pull/7'))).toEqual([
      'remote /srv/harbour github.com/ada/harbour 1',
    ]);
    expect(
      remotesOf(shell('git clone --depth 1 https://github.com/ada/orchard.git', "Cloning into 'orchard'...", '/srv')),
    ).toEqual(['remote /srv/orchard github.com/ada/orchard origin 3']);
  });

  it('blames the folder the command ran in, or none', () => {
    const output = 'origin\tgit@github.com:ada/orchard.git (fetch)';
    expect(remotesOf(shell('cd ../orchard && git remote -v', output))).toEqual([
      'remote /srv/orchard github.com/ada/orchard origin 3',
    ]);
    expect(remotesOf(shell('ls; cd ../orchard; git remote -v', output))).toEqual([]);
  });

  it('ignores what other commands and tools print', () => {
    const output =
      'origin\tgit@github.com:ada/orchard.git (fetch)\nTo github.com:ada/orchard.git\nhttps://github.com/ada/orchard/pull/1';
    expect(remotesOf(shell('cat notes.txt', output))).toEqual([]);
    expect(remotesOf(shell('git status', output))).toEqual([]);
    expect(remotesOf({ ...shell('git remote -v', output), tool: 'read' })).toEqual([]);
    expect(remotesOf(shell('gh pr create -R ada/orchard', 'https://github.com/ada/orchard/pull/1'))).toEqual([]);
  });
});

describe('worktrees', () => {
  it('reads git worktree list, in both forms', () => {
    const expected = ['worktree /srv/harbour /srv/harbour 1', 'worktree /srv/wt/a b /srv/harbour 1'];
    expect(remotesOf(shell('git worktree list', '/srv/harbour  1a2b3c4 [main]\n/srv/wt/a b   9f8e7d6 (detached HEAD)'))).toEqual(
      expected,
    );
    const porcelain =
      'worktree /srv/harbour\nHEAD 1a2b3c4\nbranch refs/heads/main\n\nworktree /srv/wt/a b\nHEAD 9f8e7d6\ndetached';
    expect(remotesOf(shell('git worktree list --porcelain', porcelain))).toEqual(expected);
  });

  it('reads git worktree add where it worked', () => {
    const said = "Preparing worktree (new branch 'fix')\nHEAD is now at 1a2b3c4 Start";
    expect(remotesOf(shell('git worktree add -b fix ../harbour-fix main 2>&1', said))).toEqual([
      'worktree /srv/harbour-fix /srv/harbour 1',
    ]);
    expect(remotesOf(shell('git worktree add ../harbour-fix', 'fatal: already exists'))).toEqual([]);
  });
});

describe('marks', () => {
  const marks = (call: Call) =>
    collectTraces([call])
      .filter(({ kind }) => kind === 'mark')
      .map(({ value }) => value);

  it('gives one commit the same mark wherever it is shown', () => {
    const logged = marks(shell('git log --oneline -2', '1a2b3c4 (HEAD -> main) Add the quay\n9f8e7d6 Start'));
    const made = marks(shell('git commit -m x', '[main 1a2b3c4] Add the quay\n 1 file changed', '/home/bob/harbour'));
    expect(logged).toHaveLength(2);
    expect(made).toEqual([logged[0]]);
    expect(marks(shell('git log', '1a2b3c4 Another subject'))).not.toEqual(made);
  });

  it('reads Go packages of any command, examples apart', () => {
    const output =
      'ok  \tharbour.dev/quay/crane\t0.3s\nFAIL\tharbour.dev/quay/boat [build failed]\n?   \texample.com/m\t[no test files]\nok  \tcrane\t0.1s';
    expect(marks(shell('make test', output))).toHaveLength(2);
  });

  it('keeps a bounded number', () => {
    const log = Array.from({ length: 1000 }, (_, i) => `${(0x1000000 + i).toString(16)} Commit ${i}`).join('\n');
    expect(marks(shell('git log --oneline', log))).toHaveLength(200);
  });
});

it('is not slowed down by hostile text', () => {
  const long = 'a'.repeat(200_000);
  const output = `To ${long}\n[${'a'.repeat(400)}\n${' '.repeat(450)}\n${`/${' '.repeat(480)}`}\n`;
  expect(
    collectTraces([
      shell(`git clone ${'a.'.repeat(1900)}`, output),
      shell('git worktree list; git log', output),
      shell(long, long),
    ]),
  ).toEqual([]);
});
