/**
 * Asked of the text first: taking every command apart would cost more than all the rest. `2>&1` and what goes to /dev/null write no
 * file, and half of all commands have one of them. Which programs rewrite files is known in `programs/`; this stands apart from
 * it, because hooks start with it, and a test holds that it sees them all.
 */
export const MAY_WRITE =
  />(?!&|>|\s?\/dev\/null)|\b(?:sed|perl|tee|mv|rm|cp|patch|checkout|switch|restore|reset|pull|merge|rebase|stash|apply|am|cherry-pick|revert|fmt|format|fix|write|prettier|eslint|biome|black|isort|ruff|gofmt|goimports|gofumpt|rustfmt|dprint|rubocop|shfmt|stylelint|clang-format|swiftformat|swiftlint|autoflake|autopep8|yapf|oxfmt|golines|ktlint|pint|phpcbf|ormolu|fourmolu|stylua|nixfmt|buf|pre-commit|prek|lefthook|lint-staged|codegen|generate)\b/;
