import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from './stage.ts';

afterAll(clearStages);

describe('hardwon debug', () => {
  it('shows the source, the line that the error names, known issues, and how to save the fix', async () => {
    const stage = await makeStage();
    await stage.write('package.json', '{\n  "scripts": {\n    "ship": "bash tools/ship.sh"\n  }\n}\n');
    await stage.write('tools/ship.sh', '#!/bin/bash\nset -e\nhelm push\n');
    await stage.run([
      'learn-fix',
      '--tool',
      'npm',
      '--error-pattern',
      'helm: command not found',
      '--fix',
      'install helm',
    ]);
    const error = 'tools/ship.sh: line 3: helm: command not found\n';
    const { code, stdout, stderr } = await stage.run(['debug', 'npm run ship', '-'], { stdin: error });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Source of npm run ship

\`npm run ship\` (package.json:3)
  3      "ship": "bash tools/ship.sh"

tools/ship.sh:1-3
  1  #!/bin/bash
  2  set -e
> 3  helm push

Known issues found: 1

npm (L-001, medium confidence, seen once, unconfirmed)
  pattern     helm: command not found
  root cause  not known
  fix         install helm

Next
  1. Try the fix of L-001 first.
  2. Read \`tools/ship.sh:3\`, which the error names.
  3. Read \`package.json:3\`: does it do what the call expects?
  4. Correct the source if the tool is wrong, or the call if it was used
     wrongly; then run it again.
  5. Once it works, save the fix, so that nobody has to find it again.

Save the fix
  hardwon learn-fix \\
    --tool npm \\
    --error-pattern '<path> line <n>: helm: command not found' \\
    --root-cause TEXT \\
    --fix TEXT
`);
  });

  it('ends with 1 where no source is found, and still shows what is known', async () => {
    const stage = await makeStage();
    await stage.run([
      'learn-fix',
      '--tool',
      'deploy',
      '--error-pattern',
      'manifest unknown',
      '--fix',
      'use the full hash',
    ]);
    const { code, stdout } = await stage.run(['debug', 'deploy', 'manifest unknown']);
    expect(code).toBe(1);
    expect(stdout).toContain('No source of deploy was found in this project.');
    expect(stdout).toContain('use the full hash');
    const missing = await stage.run(['debug', 'deploy', '--project', 'nowhere']);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
  });

  it('finds the files of the worktree that one stands in', async () => {
    const stage = await makeStage();
    await stage.write('bin/moor.sh', 'one\n');
    await stage.git(['add', '.']);
    await stage.git(['commit', '-qm', 'x']);
    await stage.git(['worktree', 'add', '-q', '../other']);
    await stage.write('../other/bin/moor.sh', 'one\ntwo\n');
    const { stdout } = await stage.run(['debug', 'moor', '--json'], { cwd: `${stage.home}/other` });
    expect(JSON.parse(stdout).sources[0]).toMatchObject({ path: 'bin/moor.sh', to: 2 });
  });
});
