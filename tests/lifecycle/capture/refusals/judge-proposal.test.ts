import { describe, expect, it } from 'vitest';
import { judgeConfidence, judgeScope } from '../../../../src/lifecycle/capture/refusals/judge-proposal.ts';

describe('judgeConfidence', () => {
  it('takes low of anybody, and medium of a person', () => {
    expect([judgeConfidence(undefined, false), judgeConfidence('low', false), judgeConfidence('medium', true)]).toEqual(
      [undefined, undefined, undefined],
    );
  });

  it('refuses medium of an agent, and high of everybody', () => {
    expect(judgeConfidence('medium', false)).toMatchObject({
      code: 'too-sure',
      hint: expect.stringContaining('--human'),
    });
    expect(judgeConfidence('high', false)).toMatchObject({ code: 'too-sure', isHard: true });
    expect(judgeConfidence('high', true)).toMatchObject({
      code: 'too-sure',
      hint: expect.stringContaining('hardwon confirm'),
    });
  });
});

describe('judgeScope', () => {
  it.each([
    [[]],
    [['src/api/**']],
    [['*.controller.ts']],
    [['src/**', 'scripts/db-seed.sh']],
    [['billing']],
    [['app/[id]/page.tsx']],
    [['a..b/c']],
    [['{api,web}/*']],
    [['src/*']],
    [['*.ts']],
    [['.github/**']],
    [['???']],
  ])('takes %j', (scope) => {
    expect(judgeScope(scope)).toBeUndefined();
  });

  it.each([
    [['**/*'], 'too-broad'],
    [['**'], 'too-broad'],
    [['*'], 'too-broad'],
    [['.'], 'too-broad'],
    [['./'], 'too-broad'],
    [['././'], 'too-broad'],
    [['{a,b,**}/*'], 'too-broad'],
    [['{src,**}'], 'too-broad'],
    [['{,**/}*'], 'too-broad'],
    [['**/*.*'], 'too-broad'],
    [['***'], 'too-broad'],
    [['?*'], 'too-broad'],
    [['**/[!.]*'], 'too-broad'],
    [['./**/.'], 'too-broad'],
    [['src/api/**', '**/*'], 'too-broad'],
    [['./**/*'], 'too-broad'],
    [['/etc/hosts'], 'outside'],
    [['~/notes.md'], 'outside'],
    [['C:\\work\\a.ts'], 'outside'],
    [['../other/src'], 'outside'],
  ])('refuses %j', (scope, code) => {
    expect(judgeScope(scope)).toMatchObject({ code, isHard: true });
  });
});
