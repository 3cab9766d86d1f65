/**
 * Stories in the format of tests/golden/README.md. They are told of folders that are really there, since lessons are only written
 * where the project is on the machine.
 */

/** Two sessions that teach one thing. */
export const oneLesson = `
sessions:
  - calls:
      - {id: a1, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: a2, shell: uv run python tools/load.py, prints: loaded 12 rows}
  - calls:
      - {id: b1, shell: python3 tools/check.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: b2, shell: uv run python tools/check.py, prints: ok}
`;

/** A flag that is missing, as one session shows it. */
export const lacking = `
  - calls:
      - {shell: pack crates, fails: "error: the following required arguments were not provided:\\n  --strict"}
      - {shell: pack crates --strict, prints: packed}`;
/** The same flag, refused. */
export const surplus = `
  - calls:
      - {shell: pack crates --strict, fails: "unknown flag: --strict"}
      - {shell: pack crates, prints: packed}`;

/** Two lessons of which one tells what the other warns of. */
export const opposedLessons = `sessions:${lacking}${surplus}${lacking}${surplus}${surplus}`;

/** A rule of edits that one client checks, broken in three sessions. */
export const readBeforeEdit = `
sessions:
  - calls:
      - {shell: cat src/a.ts, prints: const a = 1}
      - {edit: src/a.ts, error: File has not been read yet. Read it first before writing to it.}
      - {read: src/a.ts}
      - {edit: src/a.ts}
  - calls:
      - {shell: head -20 src/b.ts, prints: const a = 1}
      - {edit: src/b.ts, error: File has not been read yet. Read it first before writing to it.}
      - {read: src/b.ts}
      - {edit: src/b.ts}
  - calls:
      - {shell: cat src/c.ts, prints: const a = 1}
      - {edit: src/c.ts, error: File has not been read yet. Read it first before writing to it.}
      - {read: src/c.ts}
      - {edit: src/c.ts}
`;

/** Two more sessions that come up with the same thing and with another one. */
export const laterLesson = `
sessions:
  - start: 2026-03-05T09:00:00Z
    calls:
      - {id: c1, shell: python3 tools/plot.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: c2, shell: uv run python tools/plot.py, prints: ok}
      - {id: c3, read: src/berth.ts, missing: true}
      - {id: c4, read: src/model/berth.ts, prints: export const berth = 1;}
  - start: 2026-03-06T09:00:00Z
    calls:
      - {id: d1, read: src/berth.ts, missing: true}
      - {id: d2, read: src/model/berth.ts, prints: export const berth = 1;}
`;

/** Lessons for every file there is: the project's, this machine's and user's, and what may pass; and one that is only watched. */
export const everyFile = `
sessions:
  - calls:
      - {id: a1, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: a2, shell: uv run python tools/load.py, prints: loaded 12 rows}
      - {id: a3, read: src/berth.ts, missing: true}
      - {id: a4, read: src/model/berth.ts, prints: export const berth = 1;}
      - {id: a5, shell: ./gradlew publish, rejected: I run gradle myself}
      - {id: a6, shell: git fetch origin, fails: "fatal: unable to access 'https://example.org/': Could not resolve host: example.org", exit: 128}
      - {id: a7, shell: git fetch origin}
      - {id: a8, shell: rm -rf storage/cache, denied: true}
  - calls:
      - {id: b1, shell: python3 tools/check.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: b2, shell: uv run python tools/check.py, prints: ok}
      - {id: b3, read: src/berth.ts, missing: true}
      - {id: b4, read: src/model/berth.ts, prints: export const berth = 1;}
      - {id: b5, shell: ./gradlew publish, rejected: "no, I do that"}
      - {id: b6, shell: git fetch origin, fails: "fatal: unable to access 'https://example.org/': Could not resolve host: example.org", exit: 128}
      - {id: b7, shell: git fetch origin}
      - {id: b8, shell: rm -rf storage/cache, denied: true}
  - calls:
      - {id: c1, shell: ./gradlew publish --info, rejected: please just show me the command}
      - {id: c2, read: tests/helpers.py, missing: true}
      - {id: c3, list: "tests/*.py", prints: tests/testbed.py}
      - {id: c4, read: tests/fixtures.py, missing: true}
      - {id: c5, read: tests/testbed.py, prints: import pytest}
      - {id: c6, shell: make chart, fails: "make: *** No rule to make target 'chart'.  Stop.", exit: 2}
      - {id: c7, shell: make charts, prints: ok}
  - calls:
      - {id: d1, read: tests/helpers.py, missing: true}
      - {id: d2, read: tests/testbed.py, prints: import pytest}
`;

/** Calls that all worked. */
export const nothingFailed = `
sessions:
  - calls:
      - {shell: make, prints: ok}
      - {read: src/tide.ts, prints: export const tide = 1;}
`;

/** Failures that have nothing to do with one another. */
export const nothingRecurs = `
sessions:
  - calls:
      - {shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {shell: uv run python tools/load.py, prints: loaded 12 rows}
`;

/** The arguments that save a fix: a person's word, written at once. */
export const savedFix = [
  'learn-fix',
  ...['--tool', 'deploy'],
  ...['--error-pattern', 'manifest unknown'],
  ...['--root-cause', 'a short hash'],
  ...['--fix', 'use the full one'],
];
