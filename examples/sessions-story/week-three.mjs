import {
  committed,
  failed,
  noPolars,
  noTables,
  passed,
  playwright,
  pullRequest,
  pushed,
  seeded,
  unknownStat,
  vitest,
} from './outputs.mjs';
import { ROOT } from './project.mjs';
import { ask, edit, glob, grep, read, reject, say, sh, task, write } from './steps.mjs';

const rates = {
  start: '2026-03-16T09:14:38Z',
  steps: [
    ask(
      'Pull request 19 changed the rates: every seventh night is free. The price function and the export do not know it yet.',
    ),
    sh('git switch -c feat/weekly-rate', "Switched to a new branch 'feat/weekly-rate'"),
    sh('gh pr diff 19 --stat', unknownStat, { exit: 1, takes: 2 }),
    sh('gh pr diff 19 --name-only', 'docs/rates.md\ntests/unit/test_pricing.py', { takes: 2 }),
    read('services/booking/pricing.py'),
    edit(
      'scripts/export_rates.py',
      '"night": [quote(length, 1)',
      '"week": [quote(length, 7) for length in lengths], "night": [quote(length, 1)',
      {
        fails: true,
      },
    ),
    read('scripts/export_rates.py'),
    edit(
      'scripts/export_rates.py',
      '"night": [quote(length, 1)',
      '"week": [quote(length, 7) for length in lengths], "night": [quote(length, 1)',
    ),
    sh('python3 scripts/export_rates.py --month 2026-02', noPolars('scripts/export_rates.py', 4), { exit: 1 }),
    sh('uv run python scripts/export_rates.py --month 2026-02', 'wrote 38 rates to var/rates-2026-02.csv', {
      takes: 3,
    }),
    sh(
      'uv run ruff check scripts',
      'scripts/export_rates.py:1:8: F401 [*] `argparse` imported but unused\nFound 1 error.',
      {
        exit: 1,
      },
    ),
    edit('scripts/export_rates.py', 'import argparse\n', ''),
    sh('uv run ruff check scripts', 'All checks passed!'),
    sh(
      'uv run pytest tests/unit/test_pricing.py',
      failed(
        'tests/unit/test_pricing.py::test_weekly_rate_gives_one_night_free',
        11,
        'assert quote(Decimal(10), 7) == Decimal("462.00")',
        "AssertionError: assert Decimal('539.00') == Decimal('462.00')",
        1,
      ),
      { exit: 1 },
    ),
    edit('services/booking/pricing.py', 'return nights * (', 'return (nights - nights // 7) * ('),
    sh('uv run pytest tests/unit/test_pricing.py', passed(2, '0.19')),
    sh('uv run pytest tests/integration', noTables(), { exit: 1, takes: 4 }),
    say('The tables are missing: the database has to be seeded first.'),
    sh('uv run python scripts/seed_db.py', seeded, { takes: 3 }),
    sh('uv run pytest tests/integration', passed(9, '3.11'), { takes: 5 }),
    sh(
      'git commit -am "Every seventh night is free"',
      committed('feat/weekly-rate', 'e91f6a0', 'Every seventh night is free', 2),
    ),
    sh('git push -u origin feat/weekly-rate', pushed('feat/weekly-rate'), { takes: 3 }),
    sh('gh pr create --fill', pullRequest(20), { takes: 4 }),
    say('Pull request 20 is open.'),
  ],
};

const tideChart = {
  start: '2026-03-18T14:26:09Z',
  steps: [
    ask('The tide chart draws all windows in one colour. Colour them by height, with a legend.'),
    sh('git switch -c feat/tide-legend', "Switched to a new branch 'feat/tide-legend'"),
    task(
      'Find tide windows',
      'Find where tide windows are computed in services/booking and drawn in web, and how berths use them. Report files and fields.',
      [
        grep('tide_window', 'services/booking'),
        read('services/booking/models/berth.py', { fails: true }),
        glob('services/**/berth.py'),
        read('services/booking/domain/berth.py'),
        read('services/booking/domain/tide.py'),
        sh('ls web/src', 'generated\nmain.tsx\nui'),
        grep('TideWindow', 'web/src/ui'),
      ],
      'Windows are computed in services/booking/domain/tide.py and drawn by web/src/ui/TideChart.tsx. Berths do not use them.',
    ),
    read('web/src/components/TideChart.tsx', { fails: true }),
    read('web/src/ui/TideChart.tsx'),
    read('web/src/generated/schema.ts', { fails: true }),
    read('web/src/generated/schema.ts', { offset: 3120, limit: 14 }),
    write(
      'web/src/ui/TideLegend.tsx',
      'export const colour = (height: number) => (height > 4 ? "navy" : "teal");\n\nexport function TideLegend() {\n  return <p>navy: above 4 m, teal: below</p>;\n}\n',
    ),
    edit(
      'web/src/ui/TideChart.tsx',
      '<rect key={window.opens} />',
      '<rect key={window.opens} fill={colour(window.height)} />',
    ),
    edit('web/src/ui/TideChart.tsx', "schema';\n", "schema';\nimport { colour } from './TideLegend';\n"),
    sh(
      'cd web && pnpm test',
      ' FAIL  src/ui/TideLegend.test.tsx > a window of exactly 4 m is high\nAssertionError: expected "teal" to be "navy"\n\n      Tests  1 failed | 16 passed (17)',
      { exit: 1, takes: 4 },
    ),
    edit('web/src/ui/TideLegend.tsx', 'height > 4', 'height >= 4'),
    sh('cd web && pnpm test', vitest(7, 17), { takes: 4 }),
    sh('pnpm exec tsc --noEmit', '', { takes: 5 }),
    sh(
      `cd ${ROOT} && git add -A && git commit -m "Colour tide windows by height"`,
      committed('feat/tide-legend', 'b3470cc', 'Colour tide windows by height', 2),
    ),
    sh('git push -u origin feat/tide-legend', pushed('feat/tide-legend'), { takes: 3 }),
    say('Windows are navy from 4 m on and teal below; the legend says so.'),
  ],
};

const release = {
  start: '2026-03-20T07:48:50Z',
  /** The client was killed while it wrote the last line. */
  truncated: true,
  steps: [
    ask('Prepare release 2.6.0.'),
    sh('git switch -c release/2.6.0', "Switched to a new branch 'release/2.6.0'"),
    sh(
      'git log --oneline -4',
      'b3470cc Colour tide windows by height\ne91f6a0 Every seventh night is free\n5ce8d21 Sort manifests by berth\n0ab91c4 Limit bookings to 21 nights',
    ),
    read('CHANGELOG.md'),
    edit(
      'CHANGELOG.md',
      '## 2.5.0',
      '## 2.6.0\n\n- Tide windows are coloured by height.\n- Every seventh night is free.\n\n## 2.5.0',
    ),
    sh('uv run pytest tests/unit -q', passed(26, '0.93'), { takes: 2 }),
    sh('cd web && pnpm test', vitest(7, 17), { takes: 4 }),
    sh('pnpm exec playwright test', playwright.timedOut, { exit: 143, takes: 120 }),
    sh('pnpm exec playwright test', playwright.passed, { timeout: 600000, takes: 214 }),
    sh('pnpm run build', '> @harbour/web@ build\n> vite build\n\n✓ 64 modules transformed.\n✓ built in 2.31s', {
      takes: 5,
    }),
    reject(sh(`cd ${ROOT}/tools/manifest && ./gradlew publish`, '', { takes: 22 })),
    ask('I run gradle myself, always. Write the command into docs/release.md instead.', 20),
    read('docs/release.md'),
    edit('docs/release.md', '3. Open', '3. Mara runs `./gradlew publish` in tools/manifest.\n4. Open'),
    grep('2\\.6\\.0', 'docs'),
    sh(`cd ${ROOT} && git commit -am "Release 2.6.0"`, committed('release/2.6.0', '19ddc5e', 'Release 2.6.0', 2)),
    sh('git push -u origin release/2.6.0', pushed('release/2.6.0'), { takes: 3 }),
    sh('gh pr create --fill', pullRequest(23), { takes: 4 }),
    say('Release 2.6.0 is prepared: pull request 23. The manifest tool is published by you with `./gradlew publish`.'),
  ],
};

export const weekThree = [rates, tideChart, release];
