import type { ComponentChildren } from 'preact';
import type { IconName } from './parts/icon.tsx';
import { Changes } from './views/changes.tsx';
import { LessonsView } from './views/lessons.tsx';
import { Live } from './views/live.tsx';
import { OverviewView } from './views/overview.tsx';
import { ReportFailureView } from './views/report.tsx';
import { Session } from './views/session.tsx';
import { SessionsView } from './views/sessions.tsx';

/** A view of the page, and how one gets there. */
export interface Place {
  /** The first part of its address. */
  name: string;
  /** The title of the window, and of its entry in the menu. */
  title: string;
  /** A shorter title for the menu. */
  menuTitle?: string;
  /** The menu shows it with this icon; what has none is reached from the view that it belongs to. */
  icon?: IconName;
  /** The view whose entry in the menu is marked while this one is shown. */
  belongsTo?: string;
  /** Goes there after `g`. */
  key?: string;
  /** Links to it keep the project, the agent and the time that are chosen. */
  keepsFilters?: true;
  /** It writes, and is not offered where the page is read only. */
  writes?: true;
  view(parts: readonly string[]): ComponentChildren;
}

/** Every view, in the order of the menu. The first is where one begins. A new view is added here and nowhere else. */
export const places: readonly [Place, ...Place[]] = [
  { name: 'overview', title: 'Overview', icon: 'chart', key: 'o', keepsFilters: true, view: () => <OverviewView /> },
  { name: 'lessons', title: 'Lessons', icon: 'lesson', key: 'l', keepsFilters: true, view: () => <LessonsView /> },
  { name: 'sessions', title: 'Sessions', icon: 'list', key: 's', keepsFilters: true, view: () => <SessionsView /> },
  { name: 'session', title: 'Session', belongsTo: 'sessions', view: (parts) => <Session key={parts.join('/')} /> },
  { name: 'live', title: 'Live', icon: 'pulse', key: 'v', view: () => <Live /> },
  { name: 'changes', title: 'Changes', icon: 'diff', key: 'c', view: () => <Changes /> },
  {
    name: 'report',
    title: 'Report a failure',
    menuTitle: 'Report',
    icon: 'flag',
    key: 'r',
    writes: true,
    view: () => <ReportFailureView />,
  },
];

/** The place that an address names; the first where there is none of that name. */
export function findPlace(name: string | undefined): Place {
  return places.find((place) => place.name === name) ?? places[0];
}
