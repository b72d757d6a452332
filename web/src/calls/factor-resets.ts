import { users } from '@medcloud/contract/routes/admin';
import * as auth from '@medcloud/contract/routes/auth';
import * as team from '@medcloud/contract/routes/team';
import { useApiMutation } from './client/use-api-query.ts';

const changesUsers = { invalidates: [users] } as const;

export const useAskForReset = () => useApiMutation(auth.askFactorReset, changesUsers);
export const useConfirmReset = () => useApiMutation(auth.confirmFactorReset, changesUsers);
export const useCancelReset = () => useApiMutation(auth.cancelFactorReset, changesUsers);
export const useResetMemberFactors = () => useApiMutation(team.resetMemberFactors, { invalidates: [team.team] });
/** Keeps the second factor, by the token of a mailed link. */
export const useKeepFactors = () => useApiMutation(auth.keepFactors);
