import { AppError } from './errors.ts';

/** The YAML library; loaded by those who have a text to read, because it takes 20 ms. */
export type Yaml = typeof import('yaml');

/**
 * The library, for a text that it can take. It goes down one call for each level, and where there is no room left Node itself is ended:
 * 80 kB of `- - - …` do it. No person nests that deep.
 */
export async function loadYaml(text: string, path: string): Promise<Yaml> {
  const deep = TOO_DEEP.exec(text);
  if (deep) {
    const line = text.slice(0, deep.index).split('\n').length;
    throw new AppError('broken-file', `${path}:${line}: this YAML is nested too deeply`, {
      hint: 'Correct the YAML on that line.',
    });
  }
  return import('yaml');
}

/** Fifty lists within each other on one line, or a thousand columns of indentation. */
const TOO_DEEP = /^(?:[ \t]*(?:[-?:][ \t]+){50}| {1000})/m;
