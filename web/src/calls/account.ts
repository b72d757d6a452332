import * as account from '@medcloud/contract/routes/account';
import { useAct, useCall } from './client/use-call.ts';

/** One's own API tokens; when each was used last is no event, so it is asked again when the page opens. */
export const useApiTokens = () => useCall(account.apiTokens, {}, { fresh: true });
export const useMakeApiToken = () => useAct(account.makeApiToken, { changes: [account.apiTokens] });
export const useRevokeApiToken = () => useAct(account.revokeApiToken, { changes: [account.apiTokens] });

/** One's own sessions; when each was seen last is no event, so it is asked again when the page opens. */
export const useOwnSessions = () => useCall(account.sessions, {}, { fresh: true });
export const useEndSession = () => useAct(account.endSession, { changes: [account.sessions] });
export const useEndOtherSessions = () => useAct(account.endOtherSessions, { changes: [account.sessions] });
