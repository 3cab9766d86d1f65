import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DraftFiles } from '../draft-files.ts';
import { type AdrForm, DEFAULT_FORM, readAdrForm } from './read-form.ts';

/** The conventions for decision records in this repository. */
export interface AdrStyle {
  /** The folder, relative to the root of the project. */
  folder: string;
  /** The number of the next one. */
  next: number;
  /** The minimum number of digits in a number. */
  digits: number;
  /** The text before the number in a file's name, such as `ADR-`, and the text between it and the title. */
  prefix: string;
  separator: string;
  extension: string;
  form: AdrForm;
  /** The newest existing decision, relative to the root of the project. */
  newest?: string;
}

/** Usual folders for decisions, the most usual first. */
const FOLDERS = [
  'docs/adr',
  'docs/adrs',
  'docs/decisions',
  'docs/architecture/decisions',
  'docs/architecture/adr',
  'docs/architecture-decisions',
  'doc/adr',
  'doc/adrs',
  'doc/decisions',
  'doc/architecture/decisions',
  'adr',
  'adrs',
  'decisions',
  'architecture/decisions',
];

/** `0007-use-seeds.md`, `ADR-12_use_seeds.md`. */
const NAME = /^([A-Za-z]{0,12}[-_ ]?)(\d{1,6})([-_. ]{1,3})[^/]{0,200}?(\.(?:md|markdown|mdx))$/;

/** Finds the conventions for decisions in this repository: the folder that holds most of them, or else the most usual one. */
export async function findAdrStyle(drafts: DraftFiles, planned: readonly string[] = []): Promise<AdrStyle> {
  const named = (await drafts.read('.adr-dir').catch(() => undefined))?.trim();
  const folders = named && /^(?!.*\.\.)[\w./-]{1,200}$/.test(named) ? [named] : FOLDERS;
  let best: { folder: string; names: string[] } | undefined;
  for (const folder of folders) {
    const names = (await readdir(join(drafts.root, folder)).catch((): string[] => [])).filter((name) =>
      NAME.test(name),
    );
    if (names.length > (best?.names.length ?? 0)) best = { folder, names };
  }
  const folder = best?.folder ?? (await findEmpty(drafts.root, folders)) ?? folders[0] ?? 'docs/adr';
  const upcoming = planned.flatMap((name) => (name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1)] : []));
  const names = [...(best?.names ?? []), ...upcoming];
  const newest = names.reduce<string | undefined>(
    (last, name) => (numberOf(name) >= numberOf(last) ? name : last),
    undefined,
  );
  const [, prefix = '', digits = '0000', separator = '-', extension = '.md'] = NAME.exec(newest ?? '') ?? [];
  const text = newest === undefined ? undefined : await drafts.read(`${folder}/${newest}`);
  return {
    folder,
    next: numberOf(newest) + 1,
    digits: digits.length,
    prefix,
    separator,
    extension,
    form: text === undefined ? DEFAULT_FORM : readAdrForm(text),
    newest: newest === undefined ? undefined : `${folder}/${newest}`,
  };
}

function numberOf(name: string | undefined): number {
  return Number(NAME.exec(name ?? '')?.[2] ?? 0);
}

/** Finds a folder for decisions that is still empty. */
async function findEmpty(root: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders)
    if (
      await readdir(join(root, folder)).then(
        () => true,
        () => false,
      )
    )
      return folder;
  return undefined;
}
