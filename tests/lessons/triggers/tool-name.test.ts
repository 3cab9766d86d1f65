import { describe, expect, it } from 'vitest';
import { parseGlob } from '../../../src/lessons/triggers/glob.ts';
import { matchToolName } from '../../../src/lessons/triggers/tool-name.ts';

describe('matchToolName', () => {
  it.each([
    ['deploy', 'deploy', true],
    ['deploy', 'mcp__quay__deploy', true],
    ['mcp__quay__deploy', 'deploy', true],
    ['mcp__quay__deploy', 'mcp__quay__deploy', true],
    ['bonfire_deploy', 'mcp__plugin_wf_wf__bonfire_deploy', true],
    ['mcp__*', 'mcp__quay__deploy', true],
    ['mcp_quay_deploy', 'mcp__quay__deploy', true],
    ['mcp__quay__deploy', 'mcp_quay_deploy', true],
    ['mcp_quay_deploy', 'deploy', true],
    ['mcp_quay_deploy', 'mcp__wf__deploy', false],
    ['quay_deploy', 'mcp__quay__deploy', true],
    ['mcp__quay__deploy', 'quay_deploy', true],
    ['quay_deploy', 'mcp_quay_deploy', true],
    ['quay_deploy', 'mcp__wf__deploy', false],
    ['mcp__quay__deploy', 'mcp__wf__deploy', false],
    ['deploy', 'mcp__quay__redeploy', false],
    ['quay', 'mcp__quay__deploy', false],
    ['deploy', 'mcp__deploy', false],
  ])('%s names %s: %s', (pattern, name, expected) => {
    const glob = parseGlob(pattern);
    expect(glob && matchToolName(glob, name)).toBe(expected);
  });
});
