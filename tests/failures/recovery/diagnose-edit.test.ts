import { describe, expect, it } from 'vitest';
import { diagnoseEdit } from '../../../src/failures/recovery/diagnose-edit.ts';

describe('diagnoseEdit', () => {
  it.each([
    ['\tif (tide) {\n\t\tsail();\n\t}', '\t\tif (tide) {\n\t\t\tsail();\n\t\t}', 'tabs short'],
    ['\t\t\tsail();', '\t\tsail();', 'tabs over'],
    ['  sail();\n  moor();', '    sail();\n    moor();', 'spaces short'],
    ['    sail();', '\t\tsail();', 'spaces for tabs'],
    ['\tsail();', '    sail();', 'tabs for spaces'],
    ['12→\tsail();\n13→\tmoor();', '\tsail();\n\tmoor();', 'line numbers'],
    ["the keeper's lamp", 'the keeper\u2019s lamp', 'characters'],
    ['the keeper\u2019s lamp', "the keeper's lamp", undefined],
    ['sail();\nmoor();', 'sail();  \nmoor();', 'line ends'],
    ['sail(now);', 'sail(later);', undefined],
    ['sail();', 'sail();', undefined],
  ])('%j, then %j', (refused, accepted, diagnosis) => {
    expect(diagnoseEdit(refused, accepted)).toBe(diagnosis);
  });
});
