import * as auth from '@medcloud/contract/routes/auth';
import { publicSettings } from '@medcloud/contract/routes/portal';
import { portal } from './client/portal.ts';
import { useAct, useCall } from './client/use-call.ts';

export const useCenterLogin = () => useAct(auth.centerLogin);
export const useDoctorLogin = () => useAct(auth.doctorLogin);
export const useAdminLogin = () => useAct(auth.adminLogin);
export const useDoctorSignup = () => useAct(auth.doctorSignup);
export const useChangePassword = () => useAct(auth.changePassword);
export const useStepUp = () => useAct(auth.stepUp);
export const useForgotPassword = () => useAct(auth.forgotPassword);
export const useResetPassword = () => useAct(auth.resetPassword);
export const useConfirmEmail = () => useAct(auth.confirmEmail);
export const useChangeAccount = () => useAct(auth.changeAccount, { changes: [auth.session] });

/** What a page needs before anybody signs in. */
export const usePublicSettings = ({ enabled = true } = {}) => useCall(publicSettings, {}, { enabled });

const logoutTimeoutMs = 5_000; // one leaves also when the portal does not answer

/** Ends the stored session on the portal. Fails like any call; the caller forgets the session either way. */
export const logOut = () => portal.call(auth.logout, {}, { signal: AbortSignal.timeout(logoutTimeoutMs) });
