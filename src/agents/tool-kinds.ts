import type { ToolKind } from './call.ts';

/**
 * The tools of every agent by the names in their hooks and logs. A reader knows its own agent better; this is for a call of which
 * only the tool's name and arguments are known. Names are compared without case, `-` and `_`: `read_file` and `ReadFile` are the
 * same.
 */
const NAMES: Readonly<Record<Exclude<ToolKind, 'mcp' | 'other'>, string>> = {
  shell:
    'bash sh zsh shell powershell pwsh terminal exec execcommand execute executecommand runcommand runshellcommand runterminalcmd runterminalcommand runinterminal shellcommand localshell localshellcall containerexec',
  read: 'read readfile readmanyfiles view viewfile notebookread openfile cat fsread',
  edit: 'edit multiedit notebookedit applypatch patch strreplace strreplaceeditor strreplacebasededittool replace replacestringinfile editfile searchreplace searchandreplace update inserteditintofile',
  write: 'write writefile create createfile writetofile fswrite newfile',
  search: 'grep grepsearch searchfilecontent search ripgrep rg codesearch astgrep textsearch findinfiles',
  list: 'glob globfiletool filesearch findfiles find ls list listdir listdirectory listfiles',
  web: 'webfetch websearch fetch googlewebsearch fetchwebpage browse urlfetch',
  task: 'task agent subagent delegate spawnagent runsubagent',
};

const kinds = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as ToolKind] as const)),
);

/** Returns the kind of a tool, from the name that any agent gives it. */
export function classifyAnyTool(name: string): ToolKind {
  const known = kinds.get(name.toLowerCase().replace(/[-_.\s]/g, ''));
  if (known) return known;
  return /^mcp_|__/.test(name) ? 'mcp' : 'other';
}
