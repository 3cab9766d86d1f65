import { z } from 'zod';
import { AILMENTS } from '../detect.ts';

const command = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .describe(
    'Words that are run as they are, with {name} for a variable; or one text for the shell, which has it as $RECIPE_NAME.',
  );

const detection = z
  .strictObject({
    pattern: z
      .string()
      .min(1)
      .describe('What the output says: text, with <any> for what varies, or a regular expression.')
      .optional(),
    ailment: z.enum(AILMENTS).describe('The kind of trouble, as hardwon heal recognises it.').optional(),
    quick_fix: z
      .union([z.string().min(1), z.array(z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])).min(1)])
      .describe('One command for the shell, or a list of commands, run in order.')
      .optional(),
    remedy: z.string().min(1).describe('A remedy of your configuration, by name.').optional(),
    retry: z
      .union([
        z.int().min(0).max(5),
        z.strictObject({ times: z.int().min(0).max(5), pause: z.number().min(0).max(600).optional() }),
      ])
      .describe('How often the step is tried again then, with a pause in seconds before each (default: once).')
      .optional(),
  })
  .describe('A known failure, and what solves it.');

/** The schema of a recipe file. Import it lazily: zod costs 18 ms. */
export const recipeSchema = z.strictObject({
  $schema: z.string().describe('Where editors find this schema.').optional(),
  about: z.string().min(1).describe('What it is for.').optional(),
  variables: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_]{0,30}$/, 'names are lower case letters, digits and _'),
      z.union([z.string(), z.strictObject({ default: z.string().optional(), about: z.string().min(1).optional() })]),
    )
    .describe('Variables by name: a default, or what they are. Those without a default must be given with --set.')
    .optional(),
  steps: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[\w.-]{1,60}$/, 'letters, digits, . - and _')
          .describe('What it is called.'),
        run: command,
        tool: z
          .string()
          .min(1)
          .describe('The tool, by its name in the configuration and the memory (default: the program).')
          .optional(),
        cwd: z.string().min(1).describe('A folder, relative to the project.').optional(),
        timeout: z.number().positive().describe('The most seconds it may take.').optional(),
        when: z
          .strictObject({ step: z.string().min(1), was: z.enum(['ok', 'failed', 'skipped']) })
          .describe('Run it only if an earlier step ended like this.')
          .optional(),
        detect: z.array(detection).describe('What its failures may be; the first that fits counts.').optional(),
        on_error: z
          .enum(['heal', 'continue', 'stop'])
          .describe(
            'What happens after a failure that no quick fix solved: the remedies of your configuration for the tool, the next step, or the end (default: stop).',
          )
          .optional(),
      }),
    )
    .min(1)
    .describe('What is run, in order.'),
});
