import type { Finding } from '../../../src/failures/findings/finding.ts';

/** An output of each tool, and what it says: name, output, findings. */
export const samples: [string, string, Omit<Finding, 'places'>[]][] = [
  [
    'eslint',
    '/srv/orchard/src/a.ts\n  3:4  error  Unary operator used  no-plusplus\n  9:4  error  Run autofix to sort these imports!  simple-import-sort/imports\n\n✖ 2 problems',
    [
      { tool: 'eslint', kind: 'rule', rule: 'no-plusplus', path: '/srv/orchard/src/a.ts' },
      { tool: 'eslint', kind: 'rule', rule: 'simple-import-sort/imports', path: '/srv/orchard/src/a.ts' },
    ],
  ],
  [
    'eslint, a line each',
    'src/a.ts:3:4: Unexpected any. [Error/@typescript-eslint/no-explicit-any]',
    [{ tool: 'eslint', kind: 'rule', rule: '@typescript-eslint/no-explicit-any', path: 'src/a.ts' }],
  ],
  [
    'eslint of next',
    "./web/a.tsx\n3:4  Error: 'tree' is assigned a value but never used.  @typescript-eslint/no-unused-vars",
    [{ tool: 'eslint', kind: 'rule', rule: '@typescript-eslint/no-unused-vars', path: 'web/a.tsx' }],
  ],
  [
    'checkstyle of ant',
    '[ant:checkstyle] [ERROR] /srv/orchard/Tree.java:3:4: Line is longer than 100 characters. [LineLength]',
    [{ tool: 'checkstyle', kind: 'rule', rule: 'LineLength', path: '/srv/orchard/Tree.java' }],
  ],
  [
    'checkstyle of maven',
    '[ERROR] src/main/java/Tree.java:[3,4] (sizes) LineLength: Line is longer than 100 characters.',
    [{ tool: 'checkstyle', kind: 'rule', rule: 'LineLength', path: 'src/main/java/Tree.java' }],
  ],
  [
    'eslint with prettier',
    'src/a.ts\n  3:4  error  Replace `"` with `\'`  prettier/prettier',
    [{ tool: 'eslint', kind: 'format', rule: 'prettier/prettier', path: 'src/a.ts' }],
  ],
  [
    'stylelint',
    'web/a.css\n  3:4  ✖  Unexpected empty block  block-no-empty',
    [{ tool: 'stylelint', kind: 'rule', rule: 'block-no-empty', path: 'web/a.css' }],
  ],
  [
    'oxlint',
    '  × eslint-plugin-unicorn(prefer-ternary): This if can be a ternary.\n   ╭─[web/a.tsx:3:4]\n 3 │ if (x) {',
    [{ tool: 'oxlint', kind: 'rule', rule: 'unicorn/prefer-ternary', path: 'web/a.tsx' }],
  ],
  [
    'oxlint in plain letters',
    '  x eslint(func-style): Expected a function expression.\n    ,-[web/a.tsx:3:4]',
    [{ tool: 'oxlint', kind: 'rule', rule: 'func-style', path: 'web/a.tsx' }],
  ],
  [
    'oxlint where declarations are wanted',
    '  x eslint(func-style): Expected a function declaration.\n    ,-[web/a.tsx:3:4]',
    [{ tool: 'oxlint', kind: 'rule', rule: 'func-style:declaration', path: 'web/a.tsx' }],
  ],
  [
    'biome',
    './src/a.ts:3:4 lint/style/useConst  FIXABLE  ━━━━━━━━\n\n  × This let is assigned once.\n\nsrc/b.ts:1:1 lint/suspicious/noExplicitAny ━━━━━━━━\n\n  × Unexpected any.\n\n./src/a.ts format ━━━━━━━━\n\n  × Formatter would have printed the following content:',
    [
      { tool: 'biome', kind: 'rule', rule: 'useConst', path: 'src/a.ts', fixable: true },
      { tool: 'biome', kind: 'rule', rule: 'noExplicitAny', path: 'src/b.ts' },
      { tool: 'biome', kind: 'format', path: 'src/a.ts' },
    ],
  ],
  [
    'prettier',
    'Checking formatting...\n[warn] web/a.ts\n[warn] Code style issues found in the above file.',
    [{ tool: 'prettier', kind: 'format', path: 'web/a.ts' }],
  ],
  [
    'oxfmt',
    'docs/a.mdx (12ms)\n\nFormat issues found in above 1 files.',
    [{ tool: 'oxfmt', kind: 'format', path: 'docs/a.mdx' }],
  ],
  [
    'tsc',
    "src/a.ts(3,4): error TS6133: 'tree' is declared but its value is never read.\nsrc/b.ts:3:4 - error TS2322: Type 'string' is not assignable\nsrc/c.ts(1,1): error TS6192: All imports in import declaration are unused.",
    [
      { tool: 'tsc', kind: 'rule', rule: 'TS6133', path: 'src/a.ts' },
      { tool: 'tsc', kind: 'compile', rule: 'TS2322', path: 'src/b.ts' },
      { tool: 'tsc', kind: 'import', rule: 'TS6192', path: 'src/c.ts' },
    ],
  ],
  [
    'markdownlint',
    'docs/a.md:3:81 MD013/line-length Line length',
    [{ tool: 'markdownlint', kind: 'rule', rule: 'MD013', path: 'docs/a.md' }],
  ],
  [
    'pylint',
    'src/a.py:3:0: C0301: Line too long (120/100) (line-too-long)',
    [{ tool: 'pylint', kind: 'rule', rule: 'line-too-long', path: 'src/a.py' }],
  ],
  [
    'ruff',
    'src/a.py:3:1: E501 Line too long (120 > 100)\nsrc/a.py:1:8: F401 [*] `os` imported but unused\nFound 2 errors.',
    [
      { tool: 'ruff', kind: 'rule', rule: 'E501', path: 'src/a.py' },
      { tool: 'ruff', kind: 'import', rule: 'F401', path: 'src/a.py', fixable: true },
    ],
  ],
  [
    'ruff in full',
    'B904 Within an `except` clause, raise with `from`\n  --> src/a.py:3:4\n   |\nFound 1 error.',
    [{ tool: 'ruff', kind: 'rule', rule: 'B904', path: 'src/a.py' }],
  ],
  [
    'ruff format',
    'Would reformat: src/a.py\nunformatted: File would be reformatted\n   --> src/b.py:2:1\n',
    [
      { tool: 'ruff', kind: 'format', path: 'src/a.py' },
      { tool: 'ruff', kind: 'format', path: 'src/b.py' },
    ],
  ],
  [
    'flake8',
    'src/a.py:3:80: E501 line too long (120 > 79 characters)',
    [{ tool: 'flake8', kind: 'rule', rule: 'E501', path: 'src/a.py' }],
  ],
  ['black', 'would reformat src/a.py', [{ tool: 'black', kind: 'format', path: 'src/a.py' }]],
  [
    'isort',
    'ERROR: src/a.py Imports are incorrectly sorted and/or formatted.',
    [{ tool: 'isort', kind: 'format', path: 'src/a.py' }],
  ],
  [
    'mypy',
    'src/a.py:3: error: Incompatible return value type  [return-value]',
    [{ tool: 'mypy', kind: 'compile', path: 'src/a.py' }],
  ],
  [
    'golangci-lint',
    'pkg/a.go:3:4: Error return value is not checked (errcheck)\npkg/b.go:1:1: File is not properly formatted (gofmt)\npkg/c.go:4:2: "os" imported and not used (typecheck)',
    [
      { tool: 'golangci-lint', kind: 'rule', rule: 'errcheck', path: 'pkg/a.go' },
      { tool: 'golangci-lint', kind: 'format', rule: 'gofmt', path: 'pkg/b.go' },
      { tool: 'golangci-lint', kind: 'import', rule: 'typecheck', path: 'pkg/c.go' },
    ],
  ],
  [
    'go',
    './pkg/a.go:4:2: "os" imported and not used\npkg/b.go:9:2: undefined: strings\npkg/c.go:9:2: undefined: Acorn',
    [
      { tool: 'go', kind: 'import', path: 'pkg/a.go' },
      { tool: 'go', kind: 'import', path: 'pkg/b.go' },
      { tool: 'go', kind: 'compile', path: 'pkg/c.go' },
    ],
  ],
  [
    'clippy',
    'error: unneeded `return` statement\n --> src/a.rs:3:4\n  |\n  = note: `-D clippy::needless-return` implied by `-D warnings`',
    [{ tool: 'clippy', kind: 'rule', rule: 'needless-return', path: 'src/a.rs' }],
  ],
  [
    'rustc',
    'warning: unused import: `std::fs`\n --> src/a.rs:3:4\n',
    [{ tool: 'rustc', kind: 'import', path: 'src/a.rs' }],
  ],
  ['rustfmt', 'Diff in /srv/orchard/src/a.rs:3:', [{ tool: 'rustfmt', kind: 'format', path: '/srv/orchard/src/a.rs' }]],
  [
    'checkstyle',
    '[ERROR] src/main/java/Tree.java:3:4: Missing a Javadoc comment. [MissingJavadocMethod]',
    [{ tool: 'checkstyle', kind: 'rule', rule: 'MissingJavadocMethod', path: 'src/main/java/Tree.java' }],
  ],
  [
    'ktlint',
    'src/Tree.kt:3:4: Wildcard import (standard:no-wildcard-imports)',
    [{ tool: 'ktlint', kind: 'rule', rule: 'no-wildcard-imports', path: 'src/Tree.kt' }],
  ],
  [
    'detekt',
    'src/Tree.kt:3:4: This expression contains a magic number. [MagicNumber]',
    [{ tool: 'detekt', kind: 'rule', rule: 'MagicNumber', path: 'src/Tree.kt' }],
  ],
  [
    'swiftlint',
    'Sources/Tree.swift:3:4: error: Force Unwrapping Violation: avoid it (force_unwrapping)',
    [{ tool: 'swiftlint', kind: 'rule', rule: 'force_unwrapping', path: 'Sources/Tree.swift' }],
  ],
  [
    'rubocop',
    'lib/tree.rb:3:4: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings.\nlib/tree.rb:9:1: C: Metrics/MethodLength: Too long.',
    [
      { tool: 'rubocop', kind: 'rule', rule: 'Style/StringLiterals', path: 'lib/tree.rb', fixable: true },
      { tool: 'rubocop', kind: 'rule', rule: 'Metrics/MethodLength', path: 'lib/tree.rb' },
    ],
  ],
  [
    'shellcheck',
    'In bin/grow.sh line 3:\nrm $tree\n   ^---^ SC2086 (info): Double quote to prevent globbing.',
    [{ tool: 'shellcheck', kind: 'rule', rule: 'SC2086', path: 'bin/grow.sh' }],
  ],
  [
    'clang-format',
    'src/a.c:3:4: error: code should be clang-formatted [-Wclang-format-violations]',
    [{ tool: 'clang-format', kind: 'format', path: 'src/a.c' }],
  ],
  [
    'zig',
    "src/wick.zig:14:9: error: use of undeclared identifier 'flame'\n    flame.burn();\n    ^~~~~",
    [{ tool: 'zig', kind: 'compile', path: 'src/wick.zig' }],
  ],
  [
    'typos',
    'error: `teh` should be `the`\n  --> docs/quay.md:3:4\n   |\n3  | At teh quay',
    [{ tool: 'typos', kind: 'rule', path: 'docs/quay.md', fixable: true }],
  ],
];
