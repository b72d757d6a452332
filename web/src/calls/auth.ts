import * as auth from '@medcloud/contract/routes/auth';
import { publicSettings } from '@medcloud/contract/routes/portal';
import { api } from './client/api.ts';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';

export const useCenterLogin = () => useApiMutation(auth.centerLogin);
export const useDoctorLogin = () => useApiMutation(auth.doctorLogin);
export const useAdminLogin = () => useApiMutation(auth.adminLogin);
export const usePasskeySignIn = () => useApiMutation(auth.passkeySignIn);
export const useFactorSignIn = () => useApiMutation(auth.factorSignIn);
export const useDoctorSignup = () => useApiMutation(auth.doctorSignup);
export const useChangePassword = () => useApiMutation(auth.changePassword);
export const useStepUp = () => useApiMutation(auth.stepUp);
export const useStepUpOptions = () => useApiMutation(auth.stepUpOptions);
export const useForgotPassword = () => useApiMutation(auth.forgotPassword);
export const useResetPassword = () => useApiMutation(auth.resetPassword);
export const useRememberBrowser = () => useApiMutation(auth.rememberBrowser);
export const useConfirmEmail = () => useApiMutation(auth.confirmEmail);
export const useChangeAccount = () => useApiMutation(auth.changeAccount, { invalidates: [auth.session] });

/** Gets the settings that pages need without a sign-in. */
export const usePublicSettings = ({ enabled = true } = {}) => useApiQuery(publicSettings, {}, { enabled });

/** Gets the options of a passkey for a sign-in: without a name, or after the password. */
export const fetchPasskeyOptions = () => api.call(auth.passkeyOptions, {});
export const fetchFactorOptions = (challengeId: string) => api.call(auth.factorOptions, { body: { challengeId } });

const logoutTimeoutMs = 5_000; // signing out also works if the server does not respond

/** Ends the stored session on the server. Rejects like any call; the caller deletes the stored session in any case. */
export const logOut = () => api.call(auth.logout, {}, { signal: AbortSignal.timeout(logoutTimeoutMs) });
