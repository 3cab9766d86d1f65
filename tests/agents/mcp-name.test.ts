import { describe, expect, it } from 'vitest';
import { namesOfTool } from '../../src/agents/mcp-name.ts';

describe('namesOfTool', () => {
  it.each([
    ['Bash', ['Bash']],
    ['mcp__quay__deploy', ['mcp__quay__deploy', 'deploy', 'quay_deploy']],
    [
      'mcp__plugin_harbour_quay__deploy_all',
      ['mcp__plugin_harbour_quay__deploy_all', 'deploy_all', 'plugin_harbour_quay_deploy_all'],
    ],
    ['mcp__quay__odd__name', ['mcp__quay__odd__name', 'odd__name', 'quay_odd__name']],
    ['mcp_quay_deploy', ['mcp_quay_deploy', 'quay_deploy', 'mcp__quay__deploy', 'deploy']],
    [
      'mcp_quay_run_all',
      ['mcp_quay_run_all', 'quay_run_all', 'mcp__quay__run_all', 'run_all', 'mcp__quay_run__all', 'all'],
    ],
    ['mcp_', ['mcp_']],
    ['mcp_quay', ['mcp_quay']],
    ['quay_deploy', ['quay_deploy']],
  ])('of %s are %j', (name, names) => {
    expect(namesOfTool(name)).toEqual(names);
  });
});
