import type { ContextFile } from '../agents/context.ts';

/** The facts that a cleaner needs. */
interface CleanerRequest {
  projectRoot: string;
  home: string;
  anonymise(text: string, options: { homes: string[] }): string;
}

/**
 * Creates a function that removes from a lesson everything specific to this machine, if others see the file: paths in the project
 * are made relative first.
 */
export function makeCleaner(
  file: Pick<ContextFile, 'isShared'>,
  { projectRoot, home, anonymise }: CleanerRequest,
): (text: string) => string {
  if (!file.isShared) return (text) => text;
  const root = rootPattern(projectRoot);
  const homes = [home].filter((path) => path.length > 1);
  return (text) => anonymise(root ? text.replace(root, (_, slash?: string) => (slash ? '' : '.')) : text, { homes });
}

/** Returns a pattern for the project's folder with the following slash of either kind, if a path continues there. */
function rootPattern(projectRoot: string): RegExp | undefined {
  const parts = projectRoot.split(/[\\/]+/).map((part) => part.replace(/[^\w]/g, '\\$&'));
  // If `/` or `C:\` were a project, every path would become a relative one.
  if (parts.filter((part) => part !== '').length < 2) return undefined;
  return new RegExp(`(?<![\\w.-])${parts.join('[\\\\/]+')}(?:([\\\\/]+)(?=[\\w.@*~-])|[\\\\/]?(?![\\w.-]))`, 'g');
}
