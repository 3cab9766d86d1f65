import type { Program } from './program.ts';

/** Cmdlets of PowerShell. */
export const powershellPrograms: readonly Program[] = [
  {
    names: 'powershell',
    isSpokenOf: true,
    guardedInProse: /powershell|pwsh|cmd|iwr|irm|iex|Invoke-Expression|Invoke-WebRequest/,
  },
  {
    names:
      'get-content get-childitem get-item set-content add-content out-file rename-item resolve-path invoke-item cpi mi ri ni',
    operands: 'paths',
  },
  { names: 'set-location push-location sl', operands: 'paths', role: 'setup' },
  { names: 'pop-location write-error start-sleep set-strictmode out-host', role: 'setup' },
  { names: 'test-path', operands: 'paths', asks: true },
  {
    names: 'remove-item copy-item move-item new-item',
    operands: 'paths',
    changes: true,
    guardedInProse: /Remove-Item/,
  },
  { names: 'gc gci', operands: 'paths', looks: true },
  { names: 'select-string', operands: 'pattern-first', role: 'filter' },
  { names: 'sls', operands: 'pattern-first', role: 'filter', looks: true },
  { names: 'write-host write-output', operands: 'no-paths', role: 'setup' },
  {
    names:
      'select-object where-object foreach-object sort-object format-table format-list format-wide out-string out-null ' +
      'measure-object convertfrom-json convertto-json group-object get-unique tee-object select ft fl',
    role: 'filter',
  },
  { names: 'test-connection test-netconnection get-command', asks: true },
  {
    names: 'set-executionpolicy start-service restart-service stop-service start-process',
    changes: true,
    guardedInProse: /Set-ExecutionPolicy|Start-Process/,
  },
  { names: 'install-module', changes: true, installs: [{ ecosystem: 'nuget', verbs: '' }] },
  { names: 'install-package', installs: [{ ecosystem: 'nuget', verbs: '' }] },
];
