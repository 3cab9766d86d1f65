import { wordSet } from './word-set.ts';

/** Commands that prepare a line or talk about it, so that the line is about something else if there is anything else. */
export const SETUP_PROGRAMS: ReadonlySet<string> = wordSet(
  'cd chdir pushd popd export set setopt unsetopt shopt unset source echo printf true false : sleep trap ulimit alias unalias umask wait ' +
    'clear declare local typeset readonly read exit return break continue shift hash test let disown yes ' +
    'set-location push-location pop-location sl write-host write-output write-error start-sleep set-strictmode out-host',
);

/** Commands that only cut or reshape what another one printed, when they stand behind a pipe. */
export const FILTER_PROGRAMS: ReadonlySet<string> = wordSet(
  'head tail grep rg ag ack sed awk wc sort uniq less more cat bat tee jq yq cut tr column nl xargs paste fold fmt rev tac comm strings ' +
    'base64 od xxd hexdump pv fzf pbcopy xclip clip md5 md5sum shasum sha1sum sha256sum expand unexpand iconv tidy xmllint pr seq true cat ' +
    'select-object where-object foreach-object select-string sort-object format-table format-list format-wide out-string out-null ' +
    'measure-object convertfrom-json convertto-json group-object get-unique tee-object select where findstr ft fl sls % ? json.tool',
);

/** Interpreters that are a filter too when they run code given in a flag: `| python3 -c "…"`. */
export const INLINE_CODE_FLAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['python', wordSet('-c')],
  ['node', wordSet('-e --eval -p --print -pe')],
  ['bun', wordSet('-e --eval')],
  ['deno', wordSet('eval')],
  ['ruby', wordSet('-e -ne -pe -rjson')],
  ['perl', wordSet('-e -ne -pe -0pe -nle -lne -0777 -00')],
  ['php', wordSet('-r')],
]);
