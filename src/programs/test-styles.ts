import { goStyle } from './go/go.ts';
import { junitStyles } from './java/junit.ts';
import { bunStyle } from './node/bun.ts';
import { jestStyle } from './node/jest.ts';
import { mochaStyle } from './node/mocha.ts';
import { nodeStyle } from './node/node.ts';
import { vitestStyle } from './node/vitest.ts';
import { pytestStyle } from './python/pytest.ts';
import { rspecStyle } from './ruby.ts';
import { cargoStyle } from './rust/cargo.ts';
import type { TestStyle } from './test-style.ts';

/** How tests are written with every tool that is known for it. Of several that a project uses, the one with most tests counts. */
export const testStyles: readonly TestStyle[] = [
  vitestStyle,
  jestStyle,
  mochaStyle,
  bunStyle,
  nodeStyle,
  pytestStyle,
  goStyle,
  cargoStyle,
  ...junitStyles,
  rspecStyle,
];
