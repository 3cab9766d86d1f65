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
import { hooksPrograms } from './git/hooks.ts';
import { jujutsu } from './git/jujutsu.ts';
import { goPrograms } from './go/go.ts';
import { gofmtPrograms } from './go/gofmt.ts';
import { golangciLint } from './go/golangci-lint.ts';
import { goreleaser } from './go/goreleaser.ts';
import { hashicorpPrograms } from './hashicorp.ts';
import { haskellPrograms } from './haskell.ts';
import { hostingPrograms } from './hosting.ts';
import { gradle } from './java/gradle.ts';
import { javaPrograms } from './java/java.ts';
import { maven } from './java/maven.ts';
import { just } from './just.ts';
import { kubernetesPrograms } from './kubernetes.ts';
import { machinesPrograms } from './machines.ts';
import { make } from './make.ts';
import { migrationsPrograms } from './migrations.ts';
import { biome } from './node/biome.ts';
import { browsersPrograms } from './node/browsers.ts';
import { bunPrograms } from './node/bun.ts';
import { bundlersPrograms } from './node/bundlers.ts';
import { deno } from './node/deno.ts';
import { eslint } from './node/eslint.ts';
import { jest } from './node/jest.ts';
import { mocha } from './node/mocha.ts';
import { monoreposPrograms } from './node/monorepos.ts';
import { nodePrograms } from './node/node.ts';
import { npmPrograms } from './node/npm.ts';
import { pnpmPrograms } from './node/pnpm.ts';
import { prettier } from './node/prettier.ts';
import { prismaPrograms } from './node/prisma.ts';
import { typescript } from './node/typescript.ts';
import { vitest } from './node/vitest.ts';
import { yarn } from './node/yarn.ts';
import { otherLanguagesPrograms } from './other-languages.ts';
import { otherTaskRunnersPrograms } from './other-task-runners.ts';
import { phpPrograms } from './php.ts';
import { powershellPrograms } from './powershell.ts';
import type { Program } from './program.ts';
import { protobufPrograms } from './protobuf.ts';
import { pulumi } from './pulumi.ts';
import { environmentsPrograms } from './python/environments.ts';
import { formattersPrograms } from './python/formatters.ts';
import { lintersPrograms } from './python/linters.ts';
import { pipPrograms } from './python/pip.ts';
import { poetry } from './python/poetry.ts';
import { pytest } from './python/pytest.ts';
import { pythonPrograms } from './python/python.ts';
import { ruff } from './python/ruff.ts';
import { testingPrograms } from './python/testing.ts';
import { uvPrograms } from './python/uv.ts';
import { rubyPrograms } from './ruby.ts';
import { cargoPrograms } from './rust/cargo.ts';
import { rustup } from './rust/rustup.ts';
import { secretsPrograms } from './secrets.ts';
import { shellScriptsPrograms } from './shell-scripts.ts';
import { swiftPrograms } from './swift.ts';
import { systemPackagesPrograms } from './system-packages.ts';
import { task } from './task.ts';
import { terraform } from './terraform.ts';
import { archivesPrograms } from './unix/archives.ts';
import { editingPrograms } from './unix/editing.ts';
import { filesPrograms } from './unix/files.ts';
import { machinePrograms } from './unix/machine.ts';
import { networkPrograms } from './unix/network.ts';
import { processesPrograms } from './unix/processes.ts';
import { searchPrograms } from './unix/search.ts';
import { shellsPrograms } from './unix/shells.ts';
import { textPrograms } from './unix/text.ts';
import { wrappersPrograms } from './unix/wrappers.ts';
import { versionManagersPrograms } from './version-managers.ts';
import { windowsPrograms } from './windows.ts';
import { zig } from './zig.ts';

/** Every program that is known. A new one is a file of its own, and a line here. */
export const programs: readonly Program[] = [
  ...pythonPrograms,
  pytest,
  ...testingPrograms,
  ruff,
  ...formattersPrograms,
  ...lintersPrograms,
  ...pipPrograms,
  ...uvPrograms,
  poetry,
  ...environmentsPrograms,
  ...nodePrograms,
  ...npmPrograms,
  ...pnpmPrograms,
  yarn,
  ...bunPrograms,
  deno,
  typescript,
  eslint,
  prettier,
  biome,
  vitest,
  jest,
  mocha,
  ...browsersPrograms,
  ...bundlersPrograms,
  ...monoreposPrograms,
  ...prismaPrograms,
  ...goPrograms,
  ...gofmtPrograms,
  golangciLint,
  goreleaser,
  ...cargoPrograms,
  rustup,
  ...javaPrograms,
  gradle,
  maven,
  ...rubyPrograms,
  ...phpPrograms,
  dotnet,
  ...swiftPrograms,
  elixir,
  ...dartPrograms,
  ...haskellPrograms,
  zig,
  ...otherLanguagesPrograms,
  ...cPrograms,
  make,
  just,
  task,
  ...otherTaskRunnersPrograms,
  ...bazelPrograms,
  ...protobufPrograms,
  dprint,
  ...shellScriptsPrograms,
  git,
  github,
  gitlab,
  jujutsu,
  ...hooksPrograms,
  ...dockerPrograms,
  ...kubernetesPrograms,
  terraform,
  ...hashicorpPrograms,
  pulumi,
  ...cloudsPrograms,
  ...hostingPrograms,
  ...machinesPrograms,
  ...databasesPrograms,
  ...migrationsPrograms,
  ...systemPackagesPrograms,
  ...versionManagersPrograms,
  ...secretsPrograms,
  ...assistantsPrograms,
  ...searchPrograms,
  ...editingPrograms,
  ...filesPrograms,
  ...textPrograms,
  ...archivesPrograms,
  ...processesPrograms,
  ...networkPrograms,
  ...machinePrograms,
  ...shellsPrograms,
  ...wrappersPrograms,
  ...windowsPrograms,
  ...powershellPrograms,
];
