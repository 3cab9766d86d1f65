import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttemptLog } from '../../../src/loop/run/attempt-log.ts';
import { createRedactor } from '../../../src/redaction/redact.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { redact } = createRedactor({
  rules: [{ id: 'word', markers: ['hunter2'], find: (_, at) => ({ start: at, end: at + 7 }) }],
});

describe('AttemptLog', () => {
  it('keeps lines in their order, redacted and without terminal sequences', async () => {
    const log = new AttemptLog(join(folder, 'attempt.log'), redact);
    for (let index = 0; index < 200; index++) log.add(`${index} \u001b[31mhunter2\u001b[0m`);
    await log.close();
    const lines = readFileSync(join(folder, 'attempt.log'), 'utf8').split('\n');
    expect(lines.slice(0, -1)).toEqual(Array.from({ length: 200 }, (_, index) => `${index} [redacted:word]`));
  });

  it('takes a key out that is several lines long, wherever it stands among them', async () => {
    const body = Array.from({ length: 25 }, (_, index) => `${'Ab0+'.repeat(15)}${String(index).padStart(4, '/')}`);
    const key = [
      ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '),
      ...body,
      ['-----END RSA', 'PRIVATE KEY-----'].join(' '),
    ];
    const redactor = createRedactor();
    const log = new AttemptLog(join(folder, 'attempt.log'), (texts) => redactor.redact(texts));
    for (const before of [0, 50, 60]) {
      for (let index = 0; index < before; index++) log.add('working');
      for (const line of key) log.add(line);
    }
    log.add('done');
    await log.close();
    const text = readFileSync(join(folder, 'attempt.log'), 'utf8');
    expect(text).not.toContain('Ab0+Ab0+');
    expect(text.match(/^working$/gm)).toHaveLength(110);
    expect(text.endsWith('done\n')).toBe(true);
  });

  it('lets the attempt go on where it cannot be written', async () => {
    const heard: unknown[] = [];
    const hear = (reason: unknown) => heard.push(reason);
    process.on('unhandledRejection', hear);
    try {
      const log = new AttemptLog(join(folder, 'gone', 'attempt.log'), redact);
      await wait(50);
      log.add('a line');
      await log.close();
      expect(heard).toEqual([]);
    } finally {
      process.off('unhandledRejection', hear);
    }
  });
});
