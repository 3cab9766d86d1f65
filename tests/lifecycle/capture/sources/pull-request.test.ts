import { describe, expect, it } from 'vitest';
import { judgeProposal } from '../../../../src/lifecycle/capture/refusals/judge-proposal.ts';
import { proposeFromPullRequest } from '../../../../src/lifecycle/capture/sources/pull-request.ts';

const read = (value: unknown) =>
  proposeFromPullRequest(typeof value === 'string' ? value : JSON.stringify(value), '2026-03-09');
const comment = (body: string, more: object = {}) => ({
  user: { login: 'grace', type: 'User' },
  author_association: 'MEMBER',
  path: 'src/api/client.ts',
  body,
  in_reply_to_id: null,
  ...more,
});
const guidanceOf = (body: string, more?: object) =>
  read([comment(body, more)]).proposals.map(({ guidance }) => guidance);

describe('comments of a pull request', () => {
  it('are proposed with the file as scope; of those who may merge with medium confidence', () => {
    const { proposals } = read([comment('Please wrap `fetchBerth()` in `withRetry()`.')]);
    expect(proposals).toEqual([
      {
        scope: ['src/api/client.ts'],
        pattern: 'A person asked for it in a review of a pull request.',
        guidance: 'Wrap `fetchBerth()` in `withRetry()`.',
        confidence: 'medium',
        isSaidByPerson: true,
        origin: 'captured on 2026-03-09 from a pull request',
        isUnread: true,
      },
    ]);
    expect(
      judgeProposal(proposals[0] ?? expect.fail(), {
        rules: [],
        packages: { declares: () => true },
        isHuman: false,
        force: false,
      }),
    ).toEqual([]);
  });

  it('of anybody else are of low confidence', () => {
    const [proposal] = read([comment('Use `withRetry()` here.', { author_association: 'NONE' })]).proposals;
    expect(proposal).toMatchObject({
      origin: 'captured on 2026-03-09 from a pull request (of somebody who cannot merge)',
      isUnread: true,
    });
    expect(proposal?.confidence).toBeUndefined();
  });

  it.each([
    [
      'We never throw in handlers, return a `Result` instead.',
      'We never throw in handlers, return a `Result` instead.',
    ],
    ['Nit: use `const` here.', 'Use `const` here.'],
    ['Can you move this to src/model/?', 'Can you move this to src/model/?'],
    ['Nice work! This must be behind `requireLogin`.', 'This must be behind `requireLogin`.'],
    ['Always close the cursor.', 'In `src/api/client.ts`: Always close the cursor.'],
    ['> Use x\n\nDo not use `x` here.\n\n```suggestion\nconst y = 1;\n```', 'Do not use `x` here.'],
  ])('ask for something: %j', (body, guidance) => {
    expect(guidanceOf(body)).toEqual([guidance]);
  });

  it.each([
    'LGTM!',
    'Nice, thanks.',
    'Why is this here?',
    'Can you explain this?',
    'I like `withRetry()`.',
    '+1',
    '```suggestion\nx\n```',
    '',
    `Use \`x\`. ${'long '.repeat(500)}`,
  ])('ask for nothing: %j', (body) => {
    expect(guidanceOf(body)).toEqual([]);
  });

  it.each([
    [{ user: { login: 'coderabbitai[bot]', type: 'Bot' } }],
    [{ user: { login: 'github-actions', type: 'User' } }],
    [{ user: { login: 'copilot-pull-request-reviewer', type: 'User' } }],
    [{ in_reply_to_id: 7 }],
  ])('of bots, and replies, are passed over: %j', (more) => {
    expect(guidanceOf('Use `const` here.', more)).toEqual([]);
  });

  it('are read as gh pr view prints them, without those of the author', () => {
    const view = {
      author: { login: 'ada' },
      reviews: [
        {
          author: { login: 'grace' },
          authorAssociation: 'MEMBER',
          body: 'Use `pnpm`, not `npm`.',
          state: 'CHANGES_REQUESTED',
        },
        { author: { login: 'grace' }, authorAssociation: 'MEMBER', body: '', state: 'COMMENTED' },
      ],
      comments: [
        { author: { login: 'ada' }, authorAssociation: 'MEMBER', body: 'Use `npm` for now.' },
        { author: { login: 'linus' }, authorAssociation: 'NONE', body: 'Run `make seed` first.' },
      ],
    };
    const { proposals, comments, ofPeople } = read(view);
    expect(proposals.map(({ guidance, confidence }) => [guidance, confidence])).toEqual([
      ['Use `pnpm`, not `npm`.', 'medium'],
      ['Run `make seed` first.', undefined],
    ]);
    expect([comments, ofPeople]).toEqual([3, 2]);
  });

  it('are read page by page', () => {
    const page = JSON.stringify([comment('Use `const` here.')]);
    expect(read(`${page}\n${page}`).comments).toBe(2);
  });

  it.each(['no json', '{"a": '])('are refused: %s', (text) => {
    expect(() => read(text)).toThrow('That is not the JSON of a pull request.');
  });
});
