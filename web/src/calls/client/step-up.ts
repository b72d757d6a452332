import { ApiError } from '@medcloud/contract/api-client';
import type { Route } from '@medcloud/contract/route';
import { createContext, useContext } from 'react';

/** Asks the user for the second factor or the password again. Resolves to whether it was right. */
export type StepUpPrompt = () => Promise<boolean>;

/** The prompt of the session's dialog. Without one, the call fails with its own error. */
export const StepUpContext = createContext<StepUpPrompt | null>(null);

/**
 * Returns a function that runs a call of a route with step-up, which needs a proof of the last ten minutes. If the
 * server requires it, asks for it and repeats the call (security 2.5). If the user cancels, rethrows the call's error.
 */
export function useStepUpRetry(route: Route): <T>(call: () => Promise<T>) => Promise<T> {
  const promptFactor = useContext(StepUpContext);
  return async (call) => {
    try {
      return await call();
    } catch (error) {
      const isStepUpRequired = route.stepUp && error instanceof ApiError && error.code === 'step_up_required';
      if (!isStepUpRequired || promptFactor === null || !(await promptFactor())) throw error;
      return await call();
    }
  };
}
