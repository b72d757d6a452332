import { PortalError } from '@medcloud/contract/caller';
import type { Route } from '@medcloud/contract/route';
import { createContext, useContext } from 'react';

/** Asks whoever is signed in for the password once more; answers whether it was given. */
export type AskAgain = () => Promise<boolean>;

/** Who asks: the session's own dialog. Without one nobody is asked, and the act fails with its sentence. */
export const StepUpContext = createContext<AskAgain | null>(null);

/**
 * An act of a route that needs a password of the last ten minutes: where it is refused for want of one, the password is
 * asked for in place, and the act goes on (security 2.5). Given up, it fails as it was refused.
 */
export function useSteppingUp(route: Route): <T>(act: () => Promise<T>) => Promise<T> {
  const ask = useContext(StepUpContext);
  return async (act) => {
    try {
      return await act();
    } catch (error) {
      const isAsked = route.stepUp && error instanceof PortalError && error.code === 'step_up_required';
      if (!isAsked || ask === null || !(await ask())) throw error;
      return await act();
    }
  };
}
