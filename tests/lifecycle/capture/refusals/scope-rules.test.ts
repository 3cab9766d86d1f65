import { describe, expect, it } from 'vitest';
import { judgeScope } from '../../../../src/lifecycle/capture/refusals/scope-rules.ts';

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
