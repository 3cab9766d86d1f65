import { describe, expect, it } from 'vitest';
import { programName } from '../../src/shared/program-name.ts';

describe('programName', () => {
  it.each([
    ['kubectl', 'kubectl'],
    ['/usr/local/bin/kubectl', 'kubectl'],
    ['C:\\Program Files\\Git\\cmd\\git.exe', 'git'],
    ['npm.cmd', 'npm'],
    ['./scripts/deploy.sh', 'deploy.sh'],
  ])('of %s is %s', (program, tool) => {
    expect(programName(program)).toBe(tool);
  });
});
