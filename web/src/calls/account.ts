import * as account from '@medcloud/contract/routes/account';
import { useAct, useCall } from './use-call.ts';

/** One's own API tokens; when each was used last is no event, so it is asked again when the page opens. */
export const useApiTokens = () => useCall(account.apiTokens, {}, { fresh: true });
export const useMakeApiToken = () => useAct(account.makeApiToken, { changes: [account.apiTokens] });
export const useRevokeApiToken = () => useAct(account.revokeApiToken, { changes: [account.apiTokens] });
