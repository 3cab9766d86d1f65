import { describe, expect, it } from 'vitest';
import { locateCommand } from '../../../src/sessions/projects/command-folder.ts';

describe('locateCommand', () => {
  it.each([
    ['git remote -v', '/srv/harbour', 'git remote -v'],
    ['cd src && git log', '/srv/harbour/src', 'git log'],
    ['cd "../my orchard" && cd x; git log', '/srv/my orchard/x', 'git log'],
    ['cd /srv/orchard\ngit log', '/srv/orchard', 'git log'],
    ['git -C ../orchard remote -v', '/srv/orchard', 'git remote -v'],
    ["git -C '/srv/a b' log", '/srv/a b', 'git log'],
  ])('%j', (command, folder, rest) => {
    expect(locateCommand(command, '/srv/harbour')).toEqual({ folder, rest });
  });

  it.each([
    'cd $DIR && git log',
    'cd ~/x && git log',
    'cd - && git log',
    'git log; cd ../orchard; git remote -v',
    '(cd ../orchard && git remote -v)',
    'git -C a log && git -C b log',
    'git -C a log && git status',
    'git --git-dir=/x/.git log',
    'GIT_DIR=/x git log',
    'ssh host git log',
    'docker run x git log',
    `git commit -m "${'x'.repeat(5000)}"`,
  ])('%s: cannot be told', (command) => {
    expect(locateCommand(command, '/srv/harbour')).toBeUndefined();
  });
});
