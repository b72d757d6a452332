import { screenPath, screens } from '@medcloud/contract/screens';
import type { Page } from '@playwright/test';
import { link, others, type Visit, visits } from '../visits.ts';
import { acts } from './acts.ts';
import { broken, held } from './calls.ts';
import type { Scene } from './portals.ts';

/** One state of one screen, as a person meets it. */
export interface State {
  /** The screen's path, or the name of what is no screen of its own. */
  readonly screen: string;
  readonly name: string;
  readonly visit: Visit;
  readonly at: (places: Scene['places']) => string;
  readonly scene: 'demonstration' | 'empty';
  /** What is arranged before the page opens. */
  readonly before?: (page: Page) => Promise<void>;
  /** What the person does on it, in English at a wide screen. */
  readonly act?: (page: Page) => Promise<void>;
  /** All of the page, or what is seen of it at once. */
  readonly isWhole: boolean;
  readonly isLoading?: boolean;
}

/** The screen itself: in use, in a portal's first hour, while it loads, and when the portal fails. */
function usualStates(path: string, visit: Visit): State[] {
  const at = (places: Scene['places']) => visit.at?.(places) ?? path;
  const base = { screen: path, visit, at, isWhole: true };
  const full: State = { ...base, name: 'in use', scene: 'demonstration' };
  if (visit.as === 'nobody') return [full];
  const isOfOnePatient = path === screens.doctorPatientExams;
  return [
    full,
    ...(isOfOnePatient ? [] : [{ ...base, name: 'empty', scene: 'empty' } satisfies State]),
    { ...base, name: 'loading', scene: 'demonstration', before: held, isLoading: true },
    { ...base, name: 'failed', scene: 'demonstration', before: broken },
  ];
}

const otherStates = Object.entries(others).map(
  ([name, visit]): State => ({
    screen: 'further addresses',
    name,
    visit,
    at: (places) => visit.at?.(places) ?? '/',
    scene: 'demonstration',
    isWhole: true,
  }),
);

type Life = keyof Scene['places']['links'];

/** The consent page from the question to its end. */
const consentStates = (['waiting', 'several', 'granted', 'denied', 'revoked', 'ended'] satisfies Life[]).map(
  (life): State => ({
    screen: screens.consent,
    name: life,
    visit: { as: 'nobody' },
    at: ({ links }) => link(links[life]),
    scene: 'demonstration',
    isWhole: true,
  }),
);

const actedStates = acts.map(
  ({ screen, query = '', as, name, act, isWhole = false, scene, at }): State => ({
    screen: screens[screen],
    name,
    visit: { as: as ?? visits[screen].as },
    at: at ?? ((places) => `${screenPath(screen, { patientId: places.patientId })}${query}`),
    scene: scene ?? 'demonstration',
    act,
    isWhole,
  }),
);

/** Every picture there is, in the order of the screens. */
export const states: readonly State[] = [
  ...Object.entries<Visit>(visits).flatMap(([screen, visit]) => {
    const path = Object.entries(screens).find(([name]) => name === screen)?.[1] ?? screen;
    const usual = path === screens.consent ? consentStates : usualStates(path, visit);
    return [...usual, ...actedStates.filter((state) => state.screen === path)];
  }),
  ...otherStates,
];
