import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { server } from '../../../src/doctor/examinations/server.ts';
import { clearWards, complaints, makeWard } from '../patients.ts';

afterAll(clearWards);

describe('the MCP server', () => {
  it('answers, and is found where agents were told of it', async () => {
    const ward = await makeWard();
    await ward.write('harbour/.mcp.json', '{"mcpServers": {"hardwon": {"command": "hardwon", "args": ["mcp"]}}}');
    await ward.write(
      '.codex/config.toml',
      '[mcp_servers.notes]\ncommand = "nothing"\n[mcp_servers.hardwon]\ncommand = "hardwon"\n',
    );
    await ward.write('.cursor/mcp.json', '{"mcpServers": {"hardwon": {"command": "hardwon", "args": ["mcp"]}}}');
    const findings = await ward.examine(server);
    expect(complaints(findings)).toEqual([]);
    expect(findings.map(({ says }) => says)).toEqual([
      expect.stringMatching(/^hardwon mcp answers, with \d+ tools\.$/),
      `${join(ward.project, '.mcp.json')} names it, as hardwon.`,
      `${join(ward.home, '.codex/config.toml')} names it, as hardwon.`,
      `${join(ward.home, '.cursor/mcp.json')} names it, as hardwon.`,
    ]);
  });

  it('is a problem where it does not start, or where agents start what is not there', async () => {
    const ward = await makeWard();
    await ward.write('.claude.json', '{"mcpServers": {"hardwon": {"command": "hardwon-old", "args": ["mcp"]}}}');
    await ward.write('harbour/opencode.json', '{"mcp": {"hardwon": {"type": "local", "command": ["gone", "mcp"]}}}');
    const patient = await ward.meet();
    const cli = await ward.write('broken/cli.mjs', 'throw new Error("it is broken");\n');
    const findings = await server.examine({ ...patient, program: { ...patient.program, cli } });
    expect(complaints(findings)).toEqual([
      { state: 'problem', says: expect.stringContaining('hardwon mcp does not answer') },
      { state: 'problem', says: expect.stringContaining('start hardwon-old for it, and there is no such program') },
      { state: 'problem', says: expect.stringContaining('start gone for it') },
    ]);
  });

  it('is not waited for where it says nothing', async () => {
    const ward = await makeWard();
    const patient = await ward.meet();
    const cli = await ward.write('mute/cli.mjs', 'console.log("no protocol");\n');
    const [finding] = await server.examine({ ...patient, program: { ...patient.program, cli } });
    expect(finding).toMatchObject({ state: 'problem', says: expect.stringContaining('it ended with 0') });
  });
});
