import type { ContextFile } from '../agents/context.ts';

/** What a cleaner needs to know. */
export interface CleanerRequest {
  projectRoot: string;
  home: string;
  anonymise(text: string, options: { homes: string[] }): string;
}

/** Takes out of a lesson what only this machine knows, if the file is one that others see: paths in the project become relative first. */
export function makeCleaner(
  file: Pick<ContextFile, 'isShared'>,
  { projectRoot, home, anonymise }: CleanerRequest,
): (text: string) => string {
  if (!file.isShared) return (text) => text;
  const root = rootPattern(projectRoot);
  const homes = [home].filter((path) => path.length > 1);
  return (text) => anonymise(root ? text.replace(root, (_, slash?: string) => (slash ? '' : '.')) : text, { homes });
}

/** The project's folder with the slash behind it, where a path goes on; with either kind of slash. */
function rootPattern(projectRoot: string): RegExp | undefined {
  const parts = projectRoot.split(/[\\/]+/).map((part) => part.replace(/[^\w]/g, '\\$&'));
  // `/` or `C:\` as a project would turn every path into a relative one.
  if (parts.filter((part) => part !== '').length < 2) return undefined;
  return new RegExp(`(?<![\\w.-])${parts.join('[\\\\/]+')}(?:([\\\\/]+)(?=[\\w.@*~-])|[\\\\/]?(?![\\w.-]))`, 'g');
}
