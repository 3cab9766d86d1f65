import {
  committed,
  failed,
  noPolars,
  noScript,
  noTables,
  passed,
  protectedMain,
  pullRequest,
  pushed,
  REPOSITORY,
  seeded,
  unknownStat,
  vitest,
} from './outputs.mjs';
import { ROOT } from './project.mjs';
import { ask, block, cancel, edit, glob, grep, read, reject, say, sh, together } from './steps.mjs';

const overlap = {
  start: '2026-03-02T08:12:07Z',
  steps: [
    ask(
      'Two vessels can not share a berth on the day one leaves and the other arrives. They should. Fix the overlap check, with a test.',
    ),
    say("I'll look for the overlap check first."),
    grep('overlaps', 'services/booking'),
    read('services/booking/models/berth.py', { fails: true }),
    glob('services/booking/**/berth.py'),
    read('services/booking/domain/berth.py'),
    read('tests/unit/test_berth.py'),
    edit(
      'tests/unit/test_berth.py',
      '.is_free(stay(2, 3))\n',
      '.is_free(stay(2, 3))\n\n\ndef test_arrival_on_day_of_departure():\n    assert Berth("A1", 4.2, [stay(1, 4)]).is_free(stay(4, 6))\n',
    ),
    sh(
      'uv run pytest tests/unit/test_berth.py',
      failed(
        'tests/unit/test_berth.py::test_arrival_on_day_of_departure',
        15,
        'assert Berth("A1", 4.2, [stay(1, 4)]).is_free(stay(4, 6))',
        'AssertionError: assert False',
        1,
      ),
      { exit: 1 },
    ),
    say('The new test is red for the right reason. The comparison must be strict.'),
    edit(
      'services/booking/domain/berth.py',
      'self.arrival <= other.departure and other.arrival <= self.departure',
      'self.arrival < other.departure and other.arrival < self.departure',
    ),
    sh('uv run pytest tests/unit/test_berth.py', passed(2, '0.31')),
    edit(
      'docs/booking.md',
      'Two stays may not overlap.',
      'Two stays may not overlap; one may start on the day another ends.',
      {
        fails: true,
      },
    ),
    read('docs/booking.md'),
    edit(
      'docs/booking.md',
      'Two stays may not overlap.',
      'Two stays may not overlap; one may start on the day another ends.',
    ),
    say('Now the import, to see that old bookings still load.'),
    sh(
      'python3 scripts/import_ships.py',
      `header: imo, name, draught\n${noPolars('scripts/import_ships.py', 14, 'load')}`,
      {
        exit: 1,
      },
    ),
    sh('uv run python scripts/import_ships.py', 'header: imo, name, draught\nimported 180 ships from data/ships.csv', {
      takes: 3,
    }),
    sh(
      'git commit -am "Let a stay start on the day another ends"',
      committed('main', '3f1c9ab', 'Let a stay start on the day another ends', 3),
    ),
    sh('git push origin main', protectedMain, { exit: 1, takes: 3 }),
    sh('git switch -c fix/berth-overlap', "Switched to a new branch 'fix/berth-overlap'"),
    sh('git push -u origin fix/berth-overlap', pushed('fix/berth-overlap'), { takes: 3 }),
    sh('gh pr create --fill', pullRequest(11), { takes: 4 }),
    say('Done: stays may touch, the test covers it, and pull request 11 is open.'),
  ],
};

const draught = {
  start: '2026-03-03T13:40:55Z',
  steps: [
    ask('Show the maximum draught on the berth card in the web app.'),
    sh('git switch -c feat/berth-draught', "Switched to a new branch 'feat/berth-draught'"),
    grep('BerthCard', 'web/src/components', { fails: true }),
    grep('BerthCard', 'web/src/ui'),
    read('web/src/ui/BerthCard.tsx'),
    read('web/src/generated/schema.ts', { fails: true }),
    grep('max_draught', 'web/src/generated/schema.ts'),
    read('web/src/generated/schema.ts', { offset: 2160, limit: 14 }),
    edit(
      'web/src/ui/BerthCard.tsx',
      '      <h3>{berth.code}</h3>\n',
      '      <h3>{berth.code}</h3>\n      <p>{berth.maxDraught.toFixed(1)} m</p>\n',
    ),
    sh('cd web && npm run test', noScript('test'), { exit: 1 }),
    read('web/package.json'),
    sh('cd web && pnpm run test:unit', vitest(5, 14), { takes: 4 }),
    sh(
      'pnpm exec tsc --noEmit',
      "src/ui/BerthCard.tsx(7,17): error TS2551: Property 'maxDraught' does not exist on type 'Berth'. Did you mean 'max_draught'?",
      { exit: 2, takes: 5 },
    ),
    edit('web/src/ui/BerthCard.tsx', 'berth.maxDraught', 'berth.max_draught'),
    sh('pnpm exec tsc --noEmit', '', { takes: 5 }),
    sh('grep -rn "draughtLabel" src', '', { note: 'No matches found' }),
    sh('pnpm run lint', '> @harbour/web@ lint\n> eslint src', { takes: 3 }),
    sh(
      `cd ${ROOT} && git commit -am "Show the draught on berth cards"`,
      committed('feat/berth-draught', '81d0e42', 'Show the draught on berth cards', 1),
    ),
    sh('git push -u origin feat/berth-draught', pushed('feat/berth-draught'), { takes: 3 }),
    say('The card shows the draught in metres. Types, lint and unit tests pass.'),
  ],
};

const tides = {
  start: '2026-03-05T09:02:31Z',
  steps: [
    ask(
      'The nightly tide sync stores local time. It has to be UTC. Have a look at what the database says, then fix the script.',
    ),
    sh('git switch -c fix/tide-utc', "Switched to a new branch 'fix/tide-utc'"),
    sh('docker logs harbour-db --tail 20', 'Error response from daemon: No such container: harbour-db', { exit: 1 }),
    sh("docker ps --format '{{.Names}}'", 'harbour-postgres-1\nharbour-booking-1'),
    sh('docker logs harbour-postgres-1 --tail 20', 'LOG:  database system is ready to accept connections'),
    block(sh('cat services/booking/settings.py'), 'Use the Read tool to read file contents'),
    read('services/booking/settings.py'),
    read('scripts/sync_tides.py'),
    edit(
      'scripts/sync_tides.py',
      'datetime.fromisoformat(at), height',
      'datetime.fromisoformat(at).astimezone(UTC), height',
    ),
    edit('scripts/sync_tides.py', 'from datetime import datetime\n', 'from datetime import UTC, datetime\n'),
    sh('python3 scripts/sync_tides.py --since 2026-03-01', noPolars('scripts/sync_tides.py', 4), { exit: 1 }),
    sh('uv run python scripts/sync_tides.py --since 2026-03-01', 'synced 16 tide windows', { takes: 6 }),
    sh('uv run pytest tests/unit -q', passed(22, '0.88'), { takes: 2 }),
    sh('uv run pytest tests/integration', noTables(), { exit: 1, takes: 4 }),
    read('tests/integration/conftest.py'),
    sh('uv run python scripts/seed_db.py', seeded, { takes: 3 }),
    sh('uv run pytest tests/integration', passed(9, '3.02'), { takes: 5 }),
    sh('git diff --stat', ' scripts/sync_tides.py | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)'),
    sh('git commit -am "Store tides in UTC"', committed('fix/tide-utc', 'c20aa17', 'Store tides in UTC', 1)),
    say('Tides are stored in UTC now; unit and integration tests pass.'),
  ],
};

const review = {
  start: '2026-03-06T15:20:12Z',
  steps: [
    ask('Review pull request 12, please.'),
    together(
      sh('gh pr diff 12 --stat', unknownStat, { exit: 1, takes: 2 }),
      cancel(sh('gh pr view 12 --json title,body')),
    ),
    sh('gh pr diff 12 --name-only', 'services/booking/domain/berth.py\ntests/unit/test_berth.py', { takes: 2 }),
    sh('gh pr view 12 --json title,body', '{"title":"Count stays per berth","body":"For the occupancy report."}', {
      takes: 2,
    }),
    read('services/booking/models/berth.py', { fails: true }),
    sh('ls services/booking', 'api\ndb.py\ndomain\n__init__.py\npricing.py\nsettings.py'),
    read('services/booking/domain/berth.py'),
    read('tests/unit/test_berth.py'),
    grep('occupancy', 'services'),
    sh(
      'gh pr review 12 --comment -b "Reads well. Please count stays that end today as well."',
      `- Reviewed pull request ${REPOSITORY}#12`,
      { takes: 2 },
    ),
    say('One remark left on pull request 12: stays that end today are not counted.'),
    ask('Thanks. Now bump the manifest tool to 1.4.0 and publish it locally.', 240),
    read('tools/manifest/build.gradle.kts'),
    edit('tools/manifest/build.gradle.kts', 'version = "1.3.2"', 'version = "1.4.0"'),
    reject(
      sh('cd tools/manifest && ./gradlew publishToMavenLocal', '', { takes: 41 }),
      'I run gradle myself. Tell me the command and I paste what it says.',
    ),
    say('Then please run `./gradlew publishToMavenLocal` in tools/manifest.'),
    ask('BUILD SUCCESSFUL. Update docs/manifest.md and commit.', 130),
    read('docs/manifest.md'),
    edit('docs/manifest.md', 'Current version: 1.3.2', 'Current version: 1.4.0'),
    sh('python3 -m json.tool docs/openapi.json > /dev/null'),
    sh('git commit -am "Manifest tool 1.4.0"', committed('main', 'd5b7f03', 'Manifest tool 1.4.0', 2)),
    say('Committed as d5b7f03.'),
  ],
};

export const weekOne = [overlap, draught, tides, review];
