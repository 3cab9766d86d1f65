import { AppError } from '../shared/errors.ts';
import type { Places } from './agent.ts';
import type { HookInstaller, InstalledStart } from './hook-installer.ts';

/**
 * Makes the hooks of another package's adapter safe: an exception of its functions, or a result that is not a text, is reported
 * as an error of the adapter.
 */
export function guardHooks(hooks: HookInstaller, agent: string): HookInstaller {
  const { user } = hooks;
  const own = typeof user === 'function' ? { user: (places: Places) => asText(attempt(() => user(places))) } : {};
  switch (hooks.form) {
    case 'json':
      return { ...hooks, ...own };
    case 'plugin':
      return { ...hooks, ...own, render: async (start) => asText(await renderGuarded(() => hooks.render(start))) };
    case 'own':
      return {
        ...hooks,
        ...own,
        add: (text, start: InstalledStart) => asText(attempt(() => hooks.add(text, start))),
        remove: (text) => {
          const rest = attempt(() => hooks.remove(text));
          return rest === undefined ? undefined : asText(rest);
        },
      };
  }

  function attempt<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw mistake(error);
    }
  }

  async function renderGuarded(run: () => string | Promise<string>): Promise<string> {
    try {
      return await run();
    } catch (error) {
      throw mistake(error);
    }
  }

  function asText(value: unknown): string {
    if (typeof value === 'string') return value;
    throw mistake('its hooks gave no text');
  }

  function mistake(error: unknown): AppError {
    const reason = error instanceof Error ? error.message : String(error);
    return new AppError('broken-file', `the adapter ${agent} failed: ${reason}`, { cause: error });
  }
}
