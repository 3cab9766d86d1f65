import { wordSet } from './word-set.ts';

/** Subcommands behind which the name of a script stands. */
export const RUN_SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', wordSet('run run-script rum')],
  ['pnpm', wordSet('run run-script')],
  ['yarn', wordSet('run')],
  ['bun', wordSet('run')],
  ['deno', wordSet('task')],
  ['mise', wordSet('run r task')],
  ['composer', wordSet('run run-script')],
  ['turbo', wordSet('run')],
  ['lerna', wordSet('run')],
  ['nx', wordSet('run')],
  ['cargo', wordSet('make xtask')],
  ['hatch', wordSet('run')],
  ['pixi', wordSet('run task')],
  ['pdm', wordSet('run')],
  ['devbox', wordSet('run')],
]);

/** Programs with a few subcommands that run the script of the same name. */
export const SCRIPT_SHORTHANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', wordSet('test t start stop restart')],
]);

/** Programs where every subcommand that is not their own is a script: `pnpm build`, `yarn lint`, `turbo test`. */
export const OWN_SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'pnpm',
    wordSet(
      'install i add remove rm uninstall un update up upgrade link ln unlink import rebuild rb prune fetch patch audit list ls la ll outdated ' +
        'why licenses exec dlx create env publish pack server store root bin setup init config c get set doctor deploy dedupe help login ' +
        'logout whoami view info cache self-update approve-builds',
    ),
  ],
  [
    'yarn',
    wordSet(
      'install add remove upgrade up link unlink import init create set config cache list why info versions bin outdated audit exec dlx pack ' +
        'publish plugin workspace workspaces npm node dedupe rebuild search global login logout help version check patch stage constraints ' +
        'upgrade-interactive autoclean generate-lock-entry',
    ),
  ],
  [
    'bun',
    wordSet(
      'install i add remove rm update link unlink init create build test x pm upgrade outdated publish patch repl exec audit why info',
    ),
  ],
  ['turbo', wordSet('login logout link unlink prune gen daemon telemetry ls query watch scan info bin completion')],
  [
    'mise',
    wordSet(
      'install i use u exec x ls list current tasks which where env e doctor dr version ls-remote latest outdated bin-paths settings config ' +
        'cfg help trust upgrade up activate deactivate prune reshim plugins p self-update alias backends cache completion en fmt generate ' +
        'hook-env implode link ln registry search set shell sh sync tool tasks unset unuse uninstall watch w test-tool',
    ),
  ],
]);

/** Programs whose operands are targets or tasks. */
export const TARGET_PROGRAMS: ReadonlySet<string> = wordSet(
  'make ninja just task rake gradle mvn ant gulp grunt jake mage invoke inv nox earthly poe doit sbt lein scons waf tup redo',
);
