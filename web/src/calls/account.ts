import * as account from '@medcloud/contract/routes/account';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';

/** Lists the account's API tokens. No event reports the last use, so opening the page always fetches it again. */
export const useApiTokens = () => useApiQuery(account.apiTokens, {}, { shouldAlwaysRefetch: true });
export const useCreateApiToken = () => useApiMutation(account.makeApiToken, { invalidates: [account.apiTokens] });
export const useRevokeApiToken = () => useApiMutation(account.revokeApiToken, { invalidates: [account.apiTokens] });

/** Lists the account's sessions. No event reports the last activity, so opening the page always fetches it again. */
export const useOwnSessions = () => useApiQuery(account.sessions, {}, { shouldAlwaysRefetch: true });
export const useRevokeSession = () => useApiMutation(account.endSession, { invalidates: [account.sessions] });
export const useRevokeOtherSessions = () =>
  useApiMutation(account.endOtherSessions, { invalidates: [account.sessions] });

/** Gets what the user chose for the viewer. */
export const useViewerSettings = () => useApiQuery(account.viewerSettings, {});
export const useChangeViewerSettings = () =>
  useApiMutation(account.changeViewerSettings, { invalidates: [account.viewerSettings] });
