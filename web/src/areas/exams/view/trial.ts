import { createContext, useContext } from 'react';

/**
 * The viewer without an account (`/try`): nothing is downloaded, saved or kept, and there is no dashboard to return to.
 */
export interface Trial {
  /** Where Back leads. */
  readonly home: string;
  /** Returns the address of another exam of the trial. */
  readonly addressOf: (examId: string) => string;
}

export const TrialContext = createContext<Trial | null>(null);

/** Returns the trial, or null with an account. */
export const useTrial = (): Trial | null => useContext(TrialContext);
