import { isAbsolute } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { isJson, type Json } from '../shared/json-values.ts';
import { stripControls } from '../shared/terminal.ts';
import type { Agent, Places } from './agent.ts';
import type { HookInstaller } from './hook-installer.ts';

/**
 * Returns the agent that a module exports, or throws an error that says what it lacks. Unknown members are left to later
 * releases.
 */
export function checkAdapter(exports: unknown, places: Places): Agent {
  const agent = isJson(exports) ? exports.agent : undefined;
  if (!isJson(agent)) {
    const hint = isJson(exports) && 'default' in exports ? '; its default export does not count' : '';
    throw wrong(`it must export an object called agent${hint}`);
  }
  if (typeof agent.name !== 'string' || !/^[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){0,5}$/.test(agent.name))
    throw wrong('agent.name must be a string in kebab-case, such as lantern-cli');
  if (typeof agent.title !== 'string' || !isTitle(agent.title))
    throw wrong('agent.title must be a string of 1 to 60 characters on one line');
  if (agent.version !== undefined && !(Number.isInteger(agent.version) && Number(agent.version) >= 0))
    throw wrong('agent.version must be a whole number, 0 or more');
  if (agent.caveat !== undefined && typeof agent.caveat !== 'string') throw wrong('agent.caveat must be a string');
  for (const name of ['root', 'discover', 'read'])
    if (typeof agent[name] !== 'function') throw wrong(`agent.${name} must be a function`);
  for (const name of ['recall', 'hookPlaces'])
    if (agent[name] !== undefined && typeof agent[name] !== 'function')
      throw wrong(`agent.${name} must be a function, where it is there`);
  for (const name of ['variables', 'reads'])
    if (!isListOfTexts(agent, name)) throw wrong(`agent.${name} must be a list of strings`);
  if (agent.hooks !== undefined) checkHooks(agent.hooks);
  const checked = agent as unknown as Agent;
  checkRoot(checked, places);
  return checked;
}

function checkHooks(hooks: unknown): void {
  if (!isJson(hooks) || !['json', 'plugin', 'own'].includes(String(hooks.form)))
    throw wrong('agent.hooks.form must be json, plugin or own');
  if (hooks.user === undefined && hooks.project === undefined)
    throw wrong('agent.hooks must have a file: user, project or both');
  if (!['undefined', 'string', 'function'].includes(typeof hooks.user))
    throw wrong('agent.hooks.user must be a string such as ~/.lantern/settings.json, or a function');
  if (typeof hooks.user === 'string' && !hooks.user.startsWith('~/'))
    throw wrong('agent.hooks.user must begin with ~/');
  for (const name of ['project', 'member', 'windowsMember', 'caveat'])
    if (!['undefined', 'string'].includes(typeof hooks[name])) throw wrong(`agent.hooks.${name} must be a string`);
  if (!['bash', 'cmd', 'powershell'].includes(String(hooks.windowsShell ?? 'bash')))
    throw wrong('agent.hooks.windowsShell must be bash, cmd or powershell');
  const needed = { json: [], plugin: ['render'], own: ['add', 'remove'] }[hooks.form as HookInstaller['form']];
  for (const name of needed)
    if (typeof hooks[name] !== 'function') throw wrong(`agent.hooks.${name} must be a function`);
  if (hooks.form === 'json' && !(Array.isArray(hooks.events) && hooks.events.length > 0 && hooks.events.every(isEvent)))
    throw wrong('agent.hooks.events must be a list of { name, matcher } with texts');
}

function isEvent(value: unknown): boolean {
  return isJson(value) && typeof value.name === 'string' && ['undefined', 'string'].includes(typeof value.matcher);
}

function checkRoot(agent: Agent, places: Places): void {
  let root: unknown;
  try {
    root = agent.root(places);
  } catch (error) {
    throw wrong(`agent.root failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof root !== 'string' || !isAbsolute(root)) throw wrong('agent.root must give an absolute path');
}

function isTitle(title: string): boolean {
  return title.trim() !== '' && title.length <= 60 && stripControls(title) === title && !title.includes('\n');
}

function isListOfTexts(agent: Json, name: string): boolean {
  const value = agent[name];
  return value === undefined || (Array.isArray(value) && value.every((text) => typeof text === 'string'));
}

function wrong(message: string): AppError {
  return new AppError('broken-file', message);
}
