import { assistantsPrograms } from './assistants.ts';
import { bazelPrograms } from './bazel.ts';
import { cPrograms } from './c.ts';
import { cloudsPrograms } from './clouds.ts';
import { dartPrograms } from './dart.ts';
import { databasesPrograms } from './databases.ts';
import { dockerPrograms } from './docker.ts';
import { dotnet } from './dotnet.ts';
import { dprint } from './dprint.ts';
import { elixir } from './elixir.ts';
import { git } from './git/git.ts';
import { github } from './git/github.ts';
import { gitlab } from './git/gitlab.ts';
import { gitHooks } from './git/hooks.ts';
import { jujutsu } from './git/jujutsu.ts';
import { goPrograms } from './go/go.ts';
import { gofmtPrograms } from './go/gofmt.ts';
import { golangciLintPrograms } from './go/golangci-lint.ts';
import { goreleaser } from './go/goreleaser.ts';
import { hashicorpPrograms } from './hashicorp.ts';
import { haskellPrograms } from './haskell.ts';
import { hostingPrograms } from './hosting.ts';
import { gradle } from './java/gradle.ts';
import { javaPrograms } from './java/java.ts';
import { javaLinters } from './java/linters.ts';
import { maven } from './java/maven.ts';
import { just } from './just.ts';
import { kubernetesPrograms } from './kubernetes.ts';
import { machinesPrograms } from './machines.ts';
import { make } from './make.ts';
import { markdownPrograms } from './markdown.ts';
import { migrationsPrograms } from './migrations.ts';
import { biomePrograms } from './node/biome.ts';
import { nodeBrowsers } from './node/browsers.ts';
import { bunPrograms } from './node/bun.ts';
import { nodeBundlers } from './node/bundlers.ts';
import { deno } from './node/deno.ts';
import { eslintPrograms } from './node/eslint.ts';
import { nodeFrameworks, nodeLaunchers } from './node/frameworks.ts';
import { jest } from './node/jest.ts';
import { mochaPrograms } from './node/mocha.ts';
import { nodeMonorepos } from './node/monorepos.ts';
import { nodePrograms } from './node/node.ts';
import { npmPrograms } from './node/npm.ts';
import { oxcPrograms } from './node/oxc.ts';
import { pnpmPrograms } from './node/pnpm.ts';
import { prettier } from './node/prettier.ts';
import { prismaPrograms } from './node/prisma.ts';
import { stylelint } from './node/stylelint.ts';
import { typescriptPrograms } from './node/typescript.ts';
import { vitest } from './node/vitest.ts';
import { yarn } from './node/yarn.ts';
import { ocamlPrograms } from './ocaml.ts';
import { otherLanguagesPrograms } from './other-languages.ts';
import { otherTaskRunnersPrograms } from './other-task-runners.ts';
import { phpPrograms } from './php.ts';
import { powershellPrograms } from './powershell.ts';
import type { Program } from './program.ts';
import { protobufPrograms } from './protobuf.ts';
import { pulumi } from './pulumi.ts';
import { pythonEnvironments } from './python/environments.ts';
import { pythonFormatters } from './python/formatters.ts';
import { pythonLinters } from './python/linters.ts';
import { pipPrograms } from './python/pip.ts';
import { poetry } from './python/poetry.ts';
import { pytest } from './python/pytest.ts';
import { pythonPrograms } from './python/python.ts';
import { ruff } from './python/ruff.ts';
import { pythonTesting } from './python/testing.ts';
import { uvPrograms } from './python/uv.ts';
import { rubyPrograms } from './ruby.ts';
import { cargoPrograms } from './rust/cargo.ts';
import { rustup } from './rust/rustup.ts';
import { secretsPrograms } from './secrets.ts';
import { shellScriptsPrograms } from './shell-scripts.ts';
import { sql } from './sql.ts';
import { swiftPrograms } from './swift.ts';
import { systemPackagesPrograms } from './system-packages.ts';
import { task } from './task.ts';
import { terraform } from './terraform.ts';
import { typos } from './typos.ts';
import { unixArchives } from './unix/archives.ts';
import { unixEditing } from './unix/editing.ts';
import { unixFiles } from './unix/files.ts';
import { unixMachine } from './unix/machine.ts';
import { unixNetwork } from './unix/network.ts';
import { unixProcesses } from './unix/processes.ts';
import { unixSearch } from './unix/search.ts';
import { unixShells } from './unix/shells.ts';
import { unixText } from './unix/text.ts';
import { unixWrappers } from './unix/wrappers.ts';
import { versionManagersPrograms } from './version-managers.ts';
import { windowsPrograms } from './windows.ts';
import { zig } from './zig.ts';

/** Every program that is known. A new one is a file of its own, and a line here. */
export const programs: readonly Program[] = [
  ...pythonPrograms,
  pytest,
  ...pythonTesting,
  ...pythonLinters,
  ruff,
  ...pythonFormatters,
  ...pipPrograms,
  ...uvPrograms,
  poetry,
  ...pythonEnvironments,
  ...nodePrograms,
  ...npmPrograms,
  ...pnpmPrograms,
  yarn,
  ...bunPrograms,
  deno,
  ...typescriptPrograms,
  ...eslintPrograms,
  prettier,
  ...oxcPrograms,
  stylelint,
  ...biomePrograms,
  vitest,
  jest,
  ...mochaPrograms,
  ...nodeBrowsers,
  ...nodeBundlers,
  ...nodeFrameworks,
  ...nodeLaunchers,
  ...nodeMonorepos,
  ...prismaPrograms,
  ...golangciLintPrograms,
  ...goPrograms,
  ...gofmtPrograms,
  goreleaser,
  ...cargoPrograms,
  rustup,
  ...javaPrograms,
  gradle,
  maven,
  ...javaLinters,
  ...rubyPrograms,
  ...phpPrograms,
  dotnet,
  ...swiftPrograms,
  elixir,
  ...dartPrograms,
  ...haskellPrograms,
  zig,
  ...ocamlPrograms,
  ...otherLanguagesPrograms,
  ...cPrograms,
  make,
  just,
  task,
  ...otherTaskRunnersPrograms,
  ...bazelPrograms,
  ...protobufPrograms,
  dprint,
  typos,
  ...markdownPrograms,
  ...shellScriptsPrograms,
  git,
  github,
  gitlab,
  jujutsu,
  ...gitHooks,
  ...dockerPrograms,
  ...kubernetesPrograms,
  terraform,
  ...hashicorpPrograms,
  pulumi,
  ...cloudsPrograms,
  ...hostingPrograms,
  ...machinesPrograms,
  ...databasesPrograms,
  sql,
  ...migrationsPrograms,
  ...systemPackagesPrograms,
  ...versionManagersPrograms,
  ...secretsPrograms,
  ...assistantsPrograms,
  ...unixSearch,
  ...unixEditing,
  ...unixFiles,
  ...unixText,
  ...unixArchives,
  ...unixProcesses,
  ...unixNetwork,
  ...unixMachine,
  ...unixShells,
  ...unixWrappers,
  ...windowsPrograms,
  ...powershellPrograms,
];
