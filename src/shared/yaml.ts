import { AppError } from './errors.ts';

/** The YAML library; loaded only if there is a text to parse, because that takes 20 ms. */
export type Yaml = typeof import('yaml');

/**
 * Loads the library for a text that it can parse. It recurses once for each level, and when the stack is exhausted Node itself
 * crashes: 80 kB of `- - - …` are enough. No person nests that deep.
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

/** Fifty nested lists on one line, or a thousand columns of indentation. */
const TOO_DEEP = /^(?:[ \t]*(?:[-?:][ \t]+){50}| {1000})/m;
