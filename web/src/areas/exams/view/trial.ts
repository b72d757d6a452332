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

/** Whether the user's roles leave measurements unsaved. They then end with the page. */
export const UnsavedContext = createContext(false);

/** Returns whether measurements are saved: not in the trial, and not for a member of a center whose roles leave it out. */
export function useIsSaved(): boolean {
  const isUnsaved = useContext(UnsavedContext);
  return useTrial() === null && !isUnsaved;
}

/** Returns the trial, or null with an account. */
export const useTrial = (): Trial | null => useContext(TrialContext);
