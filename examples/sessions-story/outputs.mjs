// What the tools of the project print.
import { ROOT } from './project.mjs';

export const REPOSITORY = 'example-port/harbour';

/** A script that is run outside of the project's environment. */
export const noPolars = (script, line, place = '<module>') => `Traceback (most recent call last):
${place === 'load' ? callOfLoad(script) : ''}  File "${ROOT}/${script}", line ${line}, in ${place}
    import polars as pl
ModuleNotFoundError: No module named 'polars'`;

const callOfLoad = (script) => `  File "${ROOT}/${script}", line 22, in <module>
    print(f"imported {len(load(path))} ships from {path}")
`;

export const passed = (count, seconds) => `${'.'.repeat(count)}${' '.repeat(68 - count)}[100%]
${count} passed in ${seconds}s`;

export const failed = (
  test,
  line,
  claim,
  reason,
  others,
) => `=================================== FAILURES ===================================
______________________ ${test.split('::')[1]} ______________________
>       ${claim}
E       ${reason}
${test.split('::')[0]}:${line}: AssertionError
=========================== short test summary info ============================
FAILED ${test} - ${reason}
1 failed, ${others} passed in 0.41s`;

/** The integration tests before the tables are there. */
export const noTables = (log = '') => `=================================== ERRORS ====================================
____________________ ERROR at setup of test_free_berths ____________________
tests/integration/test_berths_api.py:14: in free_berths
    return db.execute(select(BerthRow)).all()
E   sqlalchemy.exc.ProgrammingError: (psycopg.errors.UndefinedTable) relation "berths" does not exist
E   LINE 2: FROM berths
${log}=========================== short test summary info ============================
ERROR tests/integration/test_berths_api.py::test_free_berths - sqlalchemy.exc.ProgrammingError: (psycopg.errors.UndefinedTable) relation "berths" does not exist
9 errors in 2.18s`;

export const seeded = 'created 6 tables\nseeded 24 berths, 180 vessels, 96 tide windows';

export const noScript = (script) => `npm error Missing script: "${script}"
npm error
npm error To see a list of scripts, run:
npm error   npm run`;

export const vitest = (files, tests) => ` RUN  v3.0.7 ${ROOT}/web

 Test Files  ${files} passed (${files})
      Tests  ${tests} passed (${tests})
   Duration  1.92s`;

export const unknownStat = `unknown flag: --stat

Usage:  gh pr diff [<number> | <url> | <branch>] [flags]

Flags:
      --color string   Use color in diff output: {always|never|auto} (default "auto")
      --name-only      Display only names of changed files
      --patch          Display diff in patch format
  -w, --web            Open the pull request diff in the browser`;

export const protectedMain = `remote: error: GH006: Protected branch update failed for refs/heads/main.
remote:
remote: - Changes must be made through a pull request.
To github.com:${REPOSITORY}.git
 ! [remote rejected] main -> main (protected branch hook declined)
error: failed to push some refs to 'github.com:${REPOSITORY}.git'`;

export const pushed = (branch) => `To github.com:${REPOSITORY}.git
 * [new branch]      ${branch} -> ${branch}
branch '${branch}' set up to track 'origin/${branch}'.`;

export const pullRequest = (number) => `https://github.com/${REPOSITORY}/pull/${number}`;

export const committed = (branch, hash, subject, count) => `[${branch} ${hash}] ${subject}
 ${count} file${count === 1 ? '' : 's'} changed`;

export const playwright = {
  timedOut: 'Running 11 tests using 1 worker\n',
  passed: 'Running 11 tests using 1 worker\n\n  11 passed (3.4m)',
};
