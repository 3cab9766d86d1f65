import type { ComponentChildren } from 'preact';
import type { IconName } from './parts/icon.tsx';
import { CaseView } from './views/case.tsx';
import { CasesView } from './views/cases.tsx';
import { Changes } from './views/changes.tsx';
import { FailuresView } from './views/failures.tsx';
import { LessonsView } from './views/lessons.tsx';
import { Live } from './views/live.tsx';
import { OverviewView } from './views/overview.tsx';
import { ReportFailureView } from './views/report.tsx';
import { Session } from './views/session.tsx';
import { SessionsView } from './views/sessions.tsx';

/** A view of the page, and how to reach it. */
export interface Place {
  /** The first part of its address. */
  name: string;
  /** The title of the window, and of its menu entry. */
  title: string;
  /** A shorter title for the menu. */
  menuTitle?: string;
  /** Its icon in the menu; a view without one is reached from the view that it belongs to. */
  icon?: IconName;
  /** The view whose menu entry is highlighted while this one is shown. */
  belongsTo?: string;
  /** The key that leads there after `g`. */
  key?: string;
  /** Whether links to it keep the chosen project, agent and period. */
  keepsFilters?: true;
  /** Whether it writes, so that it is not offered on a read-only page. */
  writes?: true;
  view(parts: readonly string[]): ComponentChildren;
}

/** Every view, in menu order. The first is the start page. A new view is added here and nowhere else. */
export const places: readonly [Place, ...Place[]] = [
  { name: 'overview', title: 'Overview', icon: 'chart', key: 'o', keepsFilters: true, view: () => <OverviewView /> },
  { name: 'failures', title: 'Failed calls', belongsTo: 'overview', view: () => <FailuresView /> },
  { name: 'cases', title: 'Cases', icon: 'loop', key: 'k', keepsFilters: true, view: () => <CasesView /> },
  { name: 'case', title: 'Case', belongsTo: 'cases', view: (parts) => <CaseView key={parts.join('/')} /> },
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

/** Returns the place with this name; the first one if there is none. */
export function findPlace(name: string | undefined): Place {
  return places.find((place) => place.name === name) ?? places[0];
}
