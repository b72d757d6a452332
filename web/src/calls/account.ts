import * as account from '@medcloud/contract/routes/account';
import { session } from '@medcloud/contract/routes/auth';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';

/** Lists the account's API tokens. No event reports the last use, so opening the page always fetches it again. */
export const useApiTokens = () => useApiQuery(account.apiTokens, {}, { shouldAlwaysRefetch: true });
export const useCreateApiToken = () => useApiMutation(account.makeApiToken, { invalidates: [account.apiTokens] });
export const useRevokeApiToken = () => useApiMutation(account.revokeApiToken, { invalidates: [account.apiTokens] });

/** Gets how the account is protected. No event reports a change, so opening the page always fetches it again. */
export const useAccountSecurity = () => useApiQuery(account.security, {}, { shouldAlwaysRefetch: true });
export const useBeginTotp = () => useApiMutation(account.beginTotp);
export const useConfirmTotp = () => useApiMutation(account.confirmTotp, { invalidates: [account.security, session] });
export const useRemoveTotp = () => useApiMutation(account.removeTotp, { invalidates: [account.security] });
export const usePasskeyCreation = () => useApiMutation(account.passkeyCreation);
export const useAddPasskey = () => useApiMutation(account.addPasskey, { invalidates: [account.security, session] });
export const useRenamePasskey = () => useApiMutation(account.renamePasskey, { invalidates: [account.security] });
export const useRemovePasskey = () => useApiMutation(account.removePasskey, { invalidates: [account.security] });
export const useMakeRecoveryCodes = () =>
  useApiMutation(account.makeRecoveryCodes, { invalidates: [account.security] });

/** Lists the account's sessions. No event reports the last activity, so opening the page always fetches it again. */
export const useOwnSessions = () => useApiQuery(account.sessions, {}, { shouldAlwaysRefetch: true });
export const useRevokeSession = () => useApiMutation(account.endSession, { invalidates: [account.sessions] });
export const useRevokeOtherSessions = () =>
  useApiMutation(account.endOtherSessions, { invalidates: [account.sessions] });

/** Gets what the user chose for the viewer. */
export const useViewerSettings = () => useApiQuery(account.viewerSettings, {});
export const useChangeViewerSettings = () =>
  useApiMutation(account.changeViewerSettings, { invalidates: [account.viewerSettings] });

/** Gets when the doctor is mailed about each kind. */
export const useNotifications = () => useApiQuery(account.notifications, {});
export const useChangeNotifications = () =>
  useApiMutation(account.changeNotifications, { invalidates: [account.notifications] });
