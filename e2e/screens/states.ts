import { screenPath, screens } from '@medcloud/contract/screens';
import type { Page } from '@playwright/test';
import { consentPath, otherVisits, type Visit, visits } from '../harness/visits.ts';
import { acts } from './acts.ts';
import { failCalls, stallCalls } from './calls.ts';
import type { ScreenshotApp } from './screenshot-apps.ts';

/** One state of one screen, as a person meets it. */
export interface State {
  /** The screen's path, or the name of what is no screen of its own. */
  readonly screen: string;
  readonly name: string;
  readonly visit: Visit;
  readonly at: (places: ScreenshotApp['places']) => string;
  readonly dataset: 'demonstration' | 'empty';
  /** What is arranged before the page opens. */
  readonly before?: (page: Page) => Promise<void>;
  /** What the person does on it, in English at a wide screen. */
  readonly act?: (page: Page) => Promise<void>;
  /** All of the page, or what is seen of it at once. */
  readonly isFullPage: boolean;
  readonly isLoading?: boolean;
}

/** The screen itself: in use, in a portal's first hour, while it loads, and when the portal fails. */
function createUsualStates(path: string, visit: Visit): State[] {
  const at = (places: ScreenshotApp['places']) => visit.at?.(places) ?? path;
  const base = { screen: path, visit, at, isFullPage: true };
  const full: State = { ...base, name: 'in use', dataset: 'demonstration' };
  if (visit.as === 'nobody') return [full];
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

/** The consent page from the question to its end. */
const consentStates = (['waiting', 'several', 'granted', 'denied', 'revoked', 'ended'] satisfies LinkKind[]).map(
  (kind): State => ({
    screen: screens.consent,
    name: kind,
    visit: { as: 'nobody' },
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

/** Every picture there is, in the order of the screens. */
export const states: readonly State[] = [
  ...Object.entries<Visit>(visits).flatMap(([screen, visit]) => {
    const path = Object.entries(screens).find(([name]) => name === screen)?.[1] ?? screen;
    const usual = path === screens.consent ? consentStates : createUsualStates(path, visit);
    return [...usual, ...actStates.filter((state) => state.screen === path)];
  }),
  ...otherStates,
];
