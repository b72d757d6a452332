import { ApiError } from '@medcloud/contract/api-client';
import type { Route } from '@medcloud/contract/route';
import { createContext, useContext } from 'react';

/** Asks whoever is signed in for the password once more; answers whether it was given. */
export type PasswordPrompt = () => Promise<boolean>;

/** Who asks: the session's own dialog. Without one nobody is asked, and the act fails with its sentence. */
export const StepUpContext = createContext<PasswordPrompt | null>(null);

/**
 * An act of a route that needs a password of the last ten minutes: where it is refused for want of one, the password is
 * asked for in place, and the act goes on (security 2.5). Given up, it fails as it was refused.
 */
export function useStepUpRetry(route: Route): <T>(call: () => Promise<T>) => Promise<T> {
  const promptPassword = useContext(StepUpContext);
  return async (call) => {
    try {
      return await call();
    } catch (error) {
      const isStepUpRequired = route.stepUp && error instanceof ApiError && error.code === 'step_up_required';
      if (!isStepUpRequired || promptPassword === null || !(await promptPassword())) throw error;
      return await call();
    }
  };
}
