import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DraftFiles } from '../../../../src/lifecycle/promotion/draft-files.ts';
import { describeClaim, findClaims } from '../../../../src/lifecycle/promotion/guard/claims.ts';
import { makeWorkshop, type Workshop } from '../workshop.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await makeWorkshop();
  await shop.write('scripts/seed.sh', '');
  await shop.write(
    'package.json',
    '{\n  "scripts": {\n    "db:seed": "sh scripts/seed.sh",\n    "test": "vitest"\n  }\n}\n',
  );
  await shop.write('Makefile', 'seed: deps\n\techo\n');
});
afterEach(() => shop.remove());

const claims = async (guidance: string) => (await findClaims(guidance, new DraftFiles(shop.root))).map(describeClaim);

describe('findClaims', () => {
  it.each([
    ['See `scripts/seed.sh`, not `scripts/feed.sh`.', ['scripts/seed.sh is there']],
    ['See `./scripts/`.', ['scripts is there']],
    [
      'Before `npm test`, run `npm run db:seed`.',
      ['package.json has a line that begins with "test":', 'package.json has a line that begins with "db:seed":'],
    ],
    ['Run `pnpm db:seed --force`.', ['package.json has a line that begins with "db:seed":']],
    ['Run `npm run gone` or `npm install`.', []],
    ['Run `make seed` first, not `make feed`.', ['Makefile has a line that begins with seed:']],
    [
      'Never create `src/legacy/a.ts`; do not add the file `scripts/seed.sh`.',
      ['src/legacy/a.ts is not there', 'scripts/seed.sh is there'],
    ],
    ['Clamp prices at 0 in scripts/seed.sh.', []],
    ['Use `seed`, `../orchard/Makefile`, `/etc/hosts`, `~/x.md` or `a && b`.', []],
    ['Use `Makefile`.', []],
  ])('reads %j', async (guidance, expected) => {
    expect(await claims(guidance)).toEqual(expected);
  });

  it('claims nothing of a script that it would not find again', async () => {
    await shop.write('package.json', '{"scripts": {"db:seed": "x"}}');
    expect(await claims('Run `npm run db:seed`.')).toEqual([]);
    await shop.write('package.json', '{');
    expect(await claims('Run `npm run db:seed`.')).toEqual([]);
  });
});
