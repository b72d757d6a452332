import * as auth from '@medcloud/contract/routes/auth';
import { publicSettings } from '@medcloud/contract/routes/portal';
import { api } from './client/api.ts';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';

export const useCenterLogin = () => useApiMutation(auth.centerLogin);
export const useDoctorLogin = () => useApiMutation(auth.doctorLogin);
export const useAdminLogin = () => useApiMutation(auth.adminLogin);
export const useDoctorSignup = () => useApiMutation(auth.doctorSignup);
export const useChangePassword = () => useApiMutation(auth.changePassword);
export const useStepUp = () => useApiMutation(auth.stepUp);
export const useForgotPassword = () => useApiMutation(auth.forgotPassword);
export const useResetPassword = () => useApiMutation(auth.resetPassword);
export const useConfirmEmail = () => useApiMutation(auth.confirmEmail);
export const useChangeAccount = () => useApiMutation(auth.changeAccount, { invalidates: [auth.session] });

/** Gets the settings that pages need without a sign-in. */
export const usePublicSettings = ({ enabled = true } = {}) => useApiQuery(publicSettings, {}, { enabled });

const logoutTimeoutMs = 5_000; // signing out also works if the server does not respond

/** Ends the stored session on the server. Rejects like any call; the caller deletes the stored session in any case. */
export const logOut = () => api.call(auth.logout, {}, { signal: AbortSignal.timeout(logoutTimeoutMs) });
