import { screenPath, screens } from '@medcloud/contract/screens';
import type { Page } from '@playwright/test';
import { consentPath, otherVisits, type Visit, visits } from '../harness/visits.ts';
import { acts } from './acts.ts';
import { failCalls, stallCalls } from './calls.ts';
import type { ScreenshotApp } from './screenshot-apps.ts';

/** One state of one screen. */
export interface State {
  /** The screen's path, or a group name for addresses that are no screen of their own. */
  readonly screen: string;
  readonly name: string;
  readonly visit: Visit;
  readonly at: (places: ScreenshotApp['places']) => string;
  readonly dataset: 'demonstration' | 'empty';
  /** Runs before the page opens. */
  readonly before?: (page: Page) => Promise<void>;
  /** Runs on the open page, in English at a wide screen. */
  readonly act?: (page: Page) => Promise<void>;
  /** The full page instead of the viewport. */
  readonly isFullPage: boolean;
  readonly isLoading?: boolean;
}

/** States of the screen itself: in use, empty, loading and failed. */
function createUsualStates(path: string, visit: Visit): State[] {
  const at = (places: ScreenshotApp['places']) => visit.at?.(places) ?? path;
  const base = { screen: path, visit, at, isFullPage: true };
  const full: State = { ...base, name: 'in use', dataset: 'demonstration' };
  if (visit.as === 'anonymous') return [full];
  const isOfOnePatient = path === screens.doctorPatientExams;
  return [
    full,
    ...(isOfOnePatient ? [] : [{ ...base, name: 'empty', dataset: 'empty' } satisfies State]),
    { ...base, name: 'loading', dataset: 'demonstration', before: stallCalls, isLoading: true },
    { ...base, name: 'failed', dataset: 'demonstration', before: failCalls },
  ];
}

const otherStates = Object.entries(otherVisits).map(
  ([name, visit]): State => ({
    screen: 'further addresses',
    name,
    visit,
    at: (places) => visit.at?.(places) ?? '/',
    dataset: 'demonstration',
    isFullPage: true,
  }),
);

type LinkKind = keyof ScreenshotApp['places']['links'];

/** The consent page in each state of its link. */
const consentStates = (['waiting', 'several', 'granted', 'denied', 'revoked', 'ended'] satisfies LinkKind[]).map(
  (kind): State => ({
    screen: screens.consent,
    name: kind,
    visit: { as: 'anonymous' },
    at: ({ links }) => consentPath(links[kind]),
    dataset: 'demonstration',
    isFullPage: true,
  }),
);

const actStates = acts.map(
  ({ screen, query = '', as, name, act, isFullPage = false, dataset, at }): State => ({
    screen: screens[screen],
    name,
    visit: { as: as ?? visits[screen].as },
    at: at ?? ((places) => `${screenPath(screen, { patientId: places.patientId })}${query}`),
    dataset: dataset ?? 'demonstration',
    act,
    isFullPage,
  }),
);

/** All states, in the order of the screens. */
export const states: readonly State[] = [
  ...Object.entries<Visit>(visits).flatMap(([screen, visit]) => {
    const path = Object.entries(screens).find(([name]) => name === screen)?.[1] ?? screen;
    const usual = path === screens.consent ? consentStates : createUsualStates(path, visit);
    return [...usual, ...actStates.filter((state) => state.screen === path)];
  }),
  ...otherStates,
];
