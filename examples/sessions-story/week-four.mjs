// The days after lessons were applied and hooks installed: `stop` marks the calls that a hook must stop.
import { committed, noPolars, passed, pullRequest, pushed, seeded, unknownStat, vitest } from './outputs.mjs';
import { ROOT } from './project.mjs';
import { ask, edit, grep, read, say, sh, stop } from './steps.mjs';

/** A newer client, which names the hook that stops a call. */
const VERSION = '2.1.325';

const departure = {
  start: '2026-03-23T08:52:17Z',
  version: VERSION,
  steps: [
    ask('A berth stays taken on the day of departure until midnight. It must be free from noon on.'),
    sh('git switch -c fix/free-at-noon', "Switched to a new branch 'fix/free-at-noon'"),
    grep('is_free', 'services/booking'),
    stop(read('services/booking/models/berth.py')),
    read('services/booking/domain/berth.py'),
    edit('services/booking/domain/berth.py', 'departure: datetime\n', 'departure: datetime  # at noon\n'),
    sh('uv run pytest tests/unit/test_berth.py', passed(4, '0.21'), { takes: 2 }),
    stop(sh('uv run pytest tests/integration')),
    sh('uv run python scripts/seed_db.py', seeded, { takes: 3 }),
    sh('uv run pytest tests/integration', passed(9, '3.02'), { takes: 5 }),
    sh('git commit -am "Free a berth at noon"', committed('fix/free-at-noon', '7d20be1', 'Free a berth at noon', 1)),
    sh('git push -u origin fix/free-at-noon', pushed('fix/free-at-noon'), { takes: 3 }),
    sh('gh pr create --fill', pullRequest(24), { takes: 4 }),
    say('Pull request 24 is open: berths are free from noon on.'),
  ],
};

const legend = {
  start: '2026-03-25T13:07:44Z',
  version: VERSION,
  steps: [
    ask('Name the colours of the tide legend after the quays, and take the heights from the schema.'),
    sh('git switch -c feat/quay-colours', "Switched to a new branch 'feat/quay-colours'"),
    stop(read('web/src/components/TideLegend.tsx')),
    read('web/src/ui/TideLegend.tsx'),
    read('web/src/generated/schema.ts', { fails: true }),
    read('web/src/generated/schema.ts', { offset: 3120, limit: 14 }),
    edit('web/src/ui/TideLegend.tsx', 'navy: above 4 m', 'north quay: from 4 m'),
    sh('cd web && pnpm test', vitest(7, 17), { takes: 4 }),
    sh(
      `cd ${ROOT} && git commit -am "Name legend colours after quays"`,
      committed('feat/quay-colours', 'c81f0a7', 'Name legend colours after quays', 1),
    ),
    sh('git push -u origin feat/quay-colours', pushed('feat/quay-colours'), { takes: 3 }),
    say('The legend names the quays.'),
  ],
};

const april = {
  start: '2026-03-26T10:31:02Z',
  version: VERSION,
  steps: [
    ask('Export the rates of April with what pull request 24 changed, and publish the manifest tool.'),
    sh('gh pr diff 24 --stat', unknownStat, { exit: 1, takes: 2 }),
    sh('gh pr diff 24 --name-only', 'services/booking/domain/berth.py', { takes: 2 }),
    sh('python3 scripts/export_rates.py --month 2026-04', noPolars('scripts/export_rates.py', 4), { exit: 1 }),
    sh('uv run python scripts/export_rates.py --month 2026-04', 'wrote 38 rates to var/rates-2026-04.csv', {
      takes: 3,
    }),
    stop(sh('cd tools/manifest && ./gradlew publish')),
    read('docs/release.md'),
    say(
      'The rates are in var/rates-2026-04.csv. Run `./gradlew publish` in tools/manifest yourself, as docs/release.md says.',
    ),
  ],
};

export const weekFour = [departure, legend, april];
