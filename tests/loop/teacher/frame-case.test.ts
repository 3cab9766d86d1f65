import { describe, expect, it } from 'vitest';
import type { FailureCase } from '../../../src/loop/failure-case.ts';
import { frameCase, prepareCase } from '../../../src/loop/teacher/frame-case.ts';
import { routeFailure } from '../../../src/loop/teacher/prompts.ts';
import { createRedactor } from '../../../src/redaction/redact.ts';

const failure: FailureCase = {
  type: 'test_failure',
  task: 'Fix the pier',
  diff: '--- a/pier.ts\n+++ b/pier.ts\n@@ -1 +1 @@\n-a\n+b\n',
  errorLogs: 'Error: no water',
  failures: [{ id: 'pier.test.ts > is wide', message: 'expected 3 to be 4' }],
};

describe('prepareCase', () => {
  it('takes out secrets, addresses and home folders, everywhere', async () => {
    const secret = ['ghp', 'b'.repeat(36)].join('_');
    const said = `\u001b[31m${secret}\u001b[0m in /home/ada/harbour of ada@example.org`;
    const prepared = await prepareCase(
      {
        ...failure,
        task: said,
        diff: said,
        errorLogs: said,
        description: said,
        context: said,
        failures: [{ id: 'a', message: said, code: said }],
        recovery: { diff: said },
        tried: [said],
      },
      createRedactor(),
      ['/home/ada'],
    );
    const text = JSON.stringify(prepared);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('/home/ada');
    expect(text).not.toContain('ada@example.org');
    expect(text).not.toContain('\\u001b');
    expect(text.match(/~\/harbour/g)).toHaveLength(9);
  });

  it('keeps the beginning of a diff and the end of a log', async () => {
    const prepared = await prepareCase(
      { ...failure, diff: `first${'x'.repeat(100_000)}`, errorLogs: `${'y'.repeat(100_000)}last` },
      createRedactor(),
      [],
    );
    expect(prepared.diff).toMatch(/^first[\s\S]*letters left out\]$/);
    expect(prepared.errorLogs).toMatch(/^\[80004 letters left out …\][\s\S]*last$/);
    expect(prepared.diff.length).toBeLessThan(61_000);
  });

  it('cuts a secret out before it cuts the text', async () => {
    const secret = ['ghp', 'c'.repeat(36)].join('_');
    const prepared = await prepareCase({ ...failure, diff: `${'x'.repeat(59_990)} ${secret}` }, createRedactor(), []);
    expect(prepared.diff).not.toContain('ghp_c');
  });
});

describe('frameCase', () => {
  it('shows what a failed test says, and its code', () => {
    const tests = [{ id: 'pier.test.ts > is wide', message: 'expected 3 to be 4', code: 'expect(width()).toBe(4);' }];
    const { message } = frameCase({ ...failure, failures: tests }, routeFailure('test_failure'));
    expect(message).toContain('pier.test.ts > is wide\nexpected 3 to be 4\nits code:\nexpect(width()).toBe(4);');
  });

  it('asks with the prompt of the domain, and marks what is quoted with a word that nobody knew', () => {
    const domain = routeFailure('test_failure');
    const first = frameCase(failure, domain);
    const mark = /<(data-[0-9a-f]{12}) name="task">/.exec(first.message)?.[1] ?? '';
    expect(first.system).toContain(domain.prompt);
    expect(first.system).toContain(`<${mark}>`);
    expect(first.message).toContain(`<${mark} name="diff">\n${failure.diff}\n</${mark}>`);
    expect(first.message).toContain('pier.test.ts > is wide\nexpected 3 to be 4');
    expect(frameCase(failure, domain).message).not.toContain(mark);
  });

  it('puts the attempt that passed beside the one that failed', async () => {
    const told = { ...failure, recovery: { diff: '+wide' }, lostTests: 2 };
    const { system, message } = frameCase(await prepareCase(told, createRedactor(), []), routeFailure('test_failure'));
    expect(message).toMatch(/name="diff of a later attempt at the same task, whose tests passed">\n\+wide\n/);
    expect(system).toContain('A later attempt at the same task passed');
    expect(frameCase(failure, routeFailure('test_failure')).system).not.toContain('later attempt');
    expect(await prepareCase(told, createRedactor(), [])).toEqual(told);
  });

  it('leaves out what is not known', () => {
    const { message } = frameCase({ ...failure, diff: '', errorLogs: ' ' }, routeFailure('other'));
    expect(message).not.toContain('name="diff"');
    expect(message).not.toContain('name="error logs"');
  });
});
