import * as account from '@medcloud/contract/routes/account';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';

/** One's own API tokens; when each was used last is no event, so it is asked again when the page opens. */
export const useApiTokens = () => useApiQuery(account.apiTokens, {}, { alwaysRefetch: true });
export const useCreateApiToken = () => useApiMutation(account.makeApiToken, { invalidates: [account.apiTokens] });
export const useRevokeApiToken = () => useApiMutation(account.revokeApiToken, { invalidates: [account.apiTokens] });

/** One's own sessions; when each was seen last is no event, so it is asked again when the page opens. */
export const useOwnSessions = () => useApiQuery(account.sessions, {}, { alwaysRefetch: true });
export const useRevokeSession = () => useApiMutation(account.endSession, { invalidates: [account.sessions] });
export const useRevokeOtherSessions = () =>
  useApiMutation(account.endOtherSessions, { invalidates: [account.sessions] });
