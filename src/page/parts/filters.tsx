import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { daysBefore } from '../words.ts';

/** The selectable periods, in days; empty means all. */
const RANGES: readonly [value: string, title: string][] = [
  ['', 'All time'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
];

/** Returns the current choice, as parameters of the API. */
export function useChosen(): { project: string; agent: string; since: string; range: string } {
  const { route, status } = useShell();
  const { project = '', agent = '', range = '' } = route.query;
  const days = Number(range);
  const today = (status.at || new Date().toISOString()).slice(0, 10);
  return { project, agent, range, since: days > 0 ? daysBefore(today, days - 1) : '' };
}

/** `only`: one project is always chosen, and nothing else. `hasOwn`: the user's own memory, too, which has only lessons to show. */
type FilterOptions = { hasRange?: boolean; hasOwn?: boolean; only?: string };

/** Selects project, agent and period; the choice is kept in the address. */
export function Filters({ hasRange = true, hasOwn = false, only }: FilterOptions) {
  const { status, route } = useShell();
  const { project, agent, range } = useChosen();
  const projects = status.projects.filter(({ id, own }) => !own || hasOwn || id === project);
  const choose = (name: string, value: string) =>
    go(printRoute(route.parts.slice(0, 1), { ...route.query, [name]: value }), true);
  return (
    <div class="filters">
      <select
        aria-label="Project"
        value={only ?? project}
        onChange={(event) => choose('project', event.currentTarget.value)}
      >
        {only === undefined ? <option value="">All projects</option> : null}
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>

      {status.agents.length > 1 && only === undefined ? (
        <select aria-label="Agent" value={agent} onChange={(event) => choose('agent', event.currentTarget.value)}>
          <option value="">All agents</option>
          {status.agents.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      ) : null}
      {hasRange && only === undefined ? (
        <select aria-label="Time" value={range} onChange={(event) => choose('range', event.currentTarget.value)}>
          {RANGES.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  );
}
