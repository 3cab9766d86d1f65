import { describe, expect, it } from 'vitest';
import { judgeProposal } from '../../../../src/lifecycle/capture/refusals/judge-proposal.ts';
import { proposeFromReview } from '../../../../src/lifecycle/capture/sources/review.ts';

const read = (review: string | object) =>
  proposeFromReview(typeof review === 'string' ? review : JSON.stringify(review), '2026-03-09');
const brief = (review: string | object) =>
  read(review).proposals.map(({ scope, guidance }) => [scope.join(), guidance]);
const judging = { rules: [], packages: { declares: () => true }, isHuman: false, force: false };

describe('a review in JSON', () => {
  const finding = {
    severity: 'Major',
    title: 'No retry',
    file: 'src/api/client.ts',
    line: 12,
    message: 'The client gives up at once.',
    suggestion: 'Wrap `fetchBerth()` in `withRetry()`.',
  };

  it('gives what is Major or Critical, in its own words, and waits for a person', () => {
    const { proposals, findings, mild } = read([
      finding,
      { ...finding, severity: 'minor' },
      { ...finding, severity: 'CRITICAL', suggestion: undefined },
    ]);
    expect([findings, mild]).toEqual([3, 1]);
    expect(proposals[0]).toEqual({
      title: 'No retry',
      scope: ['src/api/client.ts'],
      pattern: 'A review called it major: No retry.',
      guidance: 'Wrap `fetchBerth()` in `withRetry()`.',
      phase: 'implement',
      origin: 'captured on 2026-03-09 from a review finding (major)',
      isUnread: true,
    });
    expect(judgeProposal(proposals[0] ?? expect.fail(), judging)).toEqual([]);
    // An observation alone is no guidance.
    expect(judgeProposal(proposals[1] ?? expect.fail(), judging)).toMatchObject([{ code: 'vague' }]);
  });

  it.each([
    [{ findings: [finding] }],
    [{ review: { issues: [finding] } }],
    [{ comments: [{ level: 'high', path: './src/api/client.ts', body: 'Wrap `fetchBerth()` in `withRetry()`.' }] }],
    [
      [
        {
          priority: 'P1',
          location: { file: 'src/api/client.ts:12' },
          description: 'x',
          recommendation: 'Wrap `fetchBerth()` in `withRetry()`.',
        },
      ],
    ],
  ])('is read from %j', (review) => {
    expect(brief(review)).toEqual([['src/api/client.ts', 'Wrap `fetchBerth()` in `withRetry()`.']]);
  });

  it('names the file where the words name nothing', () => {
    expect(
      brief([
        { severity: 'critical', file: 'src/db/pool.ts', message: 'Never keep a connection open between two requests.' },
      ]),
    ).toEqual([['src/db/pool.ts', 'In `src/db/pool.ts`: Never keep a connection open between two requests.']]);
  });

  it('takes no path outside of the repository for a scope', () => {
    for (const file of ['/etc/passwd', '../x.ts', 'C:\\a.ts', 'a b c'])
      expect(read([{ ...finding, file }]).proposals[0]?.scope).toEqual([]);
  });

  it('of SARIF gives errors, also where only the rule says so', () => {
    const place = (uri: string) => [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 3 } } }];
    const rules = [
      {
        id: 'no-eval',
        defaultConfiguration: { level: 'error' },
        shortDescription: { text: 'No eval' },
        help: { text: 'Use `JSON.parse` in place of `eval`.' },
      },
    ];
    const results = [
      { ruleId: 'no-eval', message: { text: 'eval is used' }, locations: place('src/read.ts') },
      {
        ruleId: 'x',
        level: 'error',
        message: { text: 'Close the file in `src/log.ts`.' },
        locations: place('src/log.ts'),
      },
      { ruleId: 'x', level: 'warning', message: { text: 'Sort `imports`.' } },
      { ruleId: 'y', message: { text: 'Sort `imports`.' } },
    ];
    expect(brief({ version: '2.1.0', runs: [{ tool: { driver: { rules } }, results }] })).toEqual([
      ['src/read.ts', 'Use `JSON.parse` in place of `eval`.'],
      ['src/log.ts', 'Close the file in `src/log.ts`.'],
    ]);
  });

  it.each(['{}', '[]', '[1, null, "x"]', '{"findings": [{"severity": "major"}]}', ''])(
    'gives nothing for %s',
    (text) => {
      expect(read(text).proposals).toEqual([]);
    },
  );
});

describe('a review in Markdown', () => {
  it('is read by headings with items below', () => {
    const review = `# Review

## Critical issues (1)

- \`src/api/client.ts:12\`: Wrap \`fetchBerth()\`
  in \`withRetry()\`.

## Minor

- Rename \`a\` to \`b\` in src/a.ts.

## What is good

- Use of \`zod\`.
`;
    expect(brief(review)).toEqual(
      [['src/api/client.ts:12', '`src/api/client.ts:12`: Wrap `fetchBerth()` in `withRetry()`.']].map(([, text]) => [
        'src/api/client.ts',
        text,
      ]),
    );
    expect(read(review)).toMatchObject({ findings: 2, mild: 1 });
  });

  it('is read by headings that are findings', () => {
    const review = `### [Major] The client gives up at once

**File:** \`src/api/client.ts:12\`

It fails on the first timeout.

**Suggestion:** Wrap \`fetchBerth()\` in \`withRetry()\`.

### [Minor] Names

Use longer names in src/a.ts.
`;
    expect(brief(review)).toEqual([['src/api/client.ts', 'Wrap `fetchBerth()` in `withRetry()`.']]);
    expect(read(review).proposals[0]).toMatchObject({
      title: 'The client gives up at once',
      pattern: 'A review called it major: The client gives up at once.',
    });
  });

  it.each([
    ['- **Critical:** Never log `req.headers` in src/api/log.ts.'],
    ['- [Critical] Never log `req.headers` in src/api/log.ts.'],
    ['1. **[Critical]** Never log `req.headers` in src/api/log.ts.'],
    ['* Critical: Never log `req.headers` in src/api/log.ts.'],
    ['- Critical — Never log `req.headers` in src/api/log.ts.'],
    [
      '| Severity | File | Finding |\n|---|---|---|\n| Critical | src/api/log.ts:4 | Never log `req.headers` in src/api/log.ts. |\n| Minor | a.ts | Use a longer name here. |',
    ],
  ])('is read from %j', (review) => {
    expect(brief(review)).toEqual([['src/api/log.ts', 'Never log `req.headers` in src/api/log.ts.']]);
  });

  it.each([
    ['- Highlight the row.\n- Errors are shown in src/a.ts.'],
    ['A major release is planned. Use `npm`.'],
    ['```\n- [Critical] Use `x`.\n```'],
    ['- [Minor] Use `x` in src/a.ts.\n- Warning: use `y`.'],
  ])('gives nothing for %j', (review) => {
    expect(brief(review)).toEqual([]);
  });

  it('stays quick on long lines', () => {
    for (const sign of ['[', '- **', '| ', '# [Major', ': '])
      expect(read(sign.repeat(20_000)).findings).toBeGreaterThanOrEqual(0);
  });
});
