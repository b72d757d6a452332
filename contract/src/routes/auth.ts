import * as z from 'zod';
import { route } from '../route.ts';
import { factorResetRequest } from '../shapes/account/factor-resets.ts';
import * as shape from '../shapes/accounts.ts';
import { ok } from '../shapes/common.ts';
import {
  factorOptions as factorOptionsBody,
  factorRequired,
  factorSignIn as factorSignInBody,
  factorSignInReply,
  stepUp as stepUpBody,
} from '../shapes/factors.ts';
import { passkeyRequestOptions, passkeySignIn as passkeySignInBody } from '../shapes/passkeys.ts';

export const centerLogin = route({
  method: 'POST',
  path: '/api/auth/medical-center/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs a medical center in with its center ID and password.',
  source: 'specification 7; shapes, login center',
  body: shape.centerLogin,
  reply: z.union([shape.centerLoginReply, factorRequired]),
});

export const doctorLogin = route({
  method: 'POST',
  path: '/api/auth/doctor/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs a doctor in with email and password, verified or not.',
  source: 'specification 7; shapes, login doctor',
  body: shape.emailLogin,
  reply: z.union([shape.doctorLoginReply, factorRequired]),
});

export const adminLogin = route({
  method: 'POST',
  path: '/api/auth/admin/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs an administrator in with email and password.',
  source: 'specification 7',
  body: shape.emailLogin,
  reply: z.union([shape.adminLoginReply, factorRequired]),
});

export const factorSignIn = route({
  method: 'POST',
  path: '/api/auth/mfa',
  access: 'anyone',
  rate: 'login',
  summary:
    'Finishes a sign-in whose password was right by a passkey, a code of an authenticator app or a recovery code.',
  source: 'issue 20; docs/decisions/079, 082',
  body: factorSignInBody,
  reply: factorSignInReply,
});

export const factorOptions = route({
  method: 'POST',
  path: '/api/auth/mfa/options',
  access: 'anyone',
  rate: 'login',
  summary: 'Returns the WebAuthn options by which a passkey finishes a sign-in whose password was right.',
  source: 'issue 20; docs/decisions/082',
  body: factorOptionsBody,
  reply: passkeyRequestOptions,
});

export const passkeyOptions = route({
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'anyone',
  // each view of a sign-in page asks for them: they must not use up the sign-ins of a hospital's network
  rate: 'general',
  summary: 'Returns WebAuthn options for a sign-in without a name and a password. Nothing is stored.',
  source: 'issue 20; docs/decisions/082',
  ignoresBody: true,
  reply: passkeyRequestOptions,
});

export const passkeySignIn = route({
  method: 'POST',
  path: '/api/auth/passkey/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs in by a passkey, at the sign-in of its account’s role.',
  source: 'issue 20; docs/decisions/082',
  body: passkeySignInBody,
  reply: factorSignInReply,
});

export const doctorSignup = route({
  method: 'POST',
  path: '/api/auth/doctor/signup',
  access: 'anyone',
  rate: 'signup',
  summary: 'Receives a doctor’s application. Does not sign the doctor in.',
  source: 'specification 7; product, doctor’s path 1',
  body: shape.doctorSignup,
  status: 201,
  reply: ok,
});

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'anyone',
  rate: 'general',
  ignoresBody: true,
  summary: 'Ends the session. Returns 200 without a session too.',
  source: 'specification 7; product, sessions',
  reply: ok,
  duringSetup: 'password',
});

export const session = route({
  method: 'GET',
  path: '/api/auth/session',
  access: 'signed-in',
  rate: 'general',
  summary: 'Returns the session’s user and when the session expires.',
  source: 'shapes, session',
  reply: shape.sessionReply,
  duringSetup: 'password',
});

export const changePassword = route({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'signed-in',
  rate: 'login',
  summary: 'Changes the user’s password, ends all other sessions, and returns a new session id.',
  source: 'shapes, added endpoints; security 1a',
  body: shape.passwordChange,
  reply: ok.extend({ sessionId: shape.adminLoginReply.shape.sessionId }),
  duringSetup: 'password',
});

export const stepUp = route({
  method: 'POST',
  path: '/api/auth/step-up',
  access: 'signed-in',
  rate: 'login',
  summary:
    'Checks the user’s second factor again, or without one the password, and returns a new session id. Sensitive actions are then allowed for ten minutes.',
  source: 'security 2.5; docs/decisions/079',
  body: stepUpBody,
  reply: ok.extend({ sessionId: shape.adminLoginReply.shape.sessionId }),
  duringSetup: 'factor',
});

export const stepUpOptions = route({
  method: 'POST',
  path: '/api/auth/step-up/options',
  access: 'signed-in',
  rate: 'login',
  summary: 'Returns WebAuthn options for a step-up by a passkey of the user.',
  source: 'issue 20; docs/decisions/082',
  ignoresBody: true,
  reply: passkeyRequestOptions,
  duringSetup: 'factor',
});

export const forgotPassword = route({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  rate: 'recovery',
  summary: 'Sends a link to choose a new password by mail. The response is the same for every address.',
  source: 'shapes, added endpoints; security 1a',
  body: shape.passwordResetRequest,
  status: 202,
  reply: ok,
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  rate: 'login',
  summary: 'Sets a new password by a mailed link, which works once, and ends all sessions of the account.',
  source: 'shapes, added endpoints; security 1a',
  body: shape.passwordReset,
  reply: shape.passwordResetReply,
});

export const rememberBrowser = route({
  method: 'POST',
  path: '/api/auth/remember-browser',
  access: 'anyone',
  rate: 'login',
  summary:
    'By the mailed link, lets this browser sign in with the password however many wrong ones others tried. Sets its cookie.',
  source: 'issue 20; docs/decisions/083',
  body: shape.browserRemembering,
  reply: shape.passwordResetReply,
});

export const confirmEmail = route({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'anyone',
  rate: 'login',
  summary: 'Confirms the email of a doctor’s application. The application is then pending.',
  source: 'product, doctor’s path 1',
  body: shape.emailConfirmation,
  reply: ok,
});

export const changeAccount = route({
  method: 'PATCH',
  path: '/api/account',
  access: 'signed-in',
  rate: 'general',
  summary: 'Sets the language of the portal’s mails to the user.',
  source: 'shapes, names and places: users have a language too',
  body: shape.accountChange,
  reply: shape.accountReply,
  duringSetup: 'factor',
});

const factorResetAct = {
  method: 'POST',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  source: 'issue 20; docs/decisions/086',
  reply: ok,
} as const;

export const askFactorReset = route({
  ...factorResetAct,
  path: '/api/admin/users/{id}/reset-factors',
  summary:
    'Asks for the removal of an account’s lost second factor in 24 hours. The owner is mailed and can stop it. Repeating the call has no effect.',
  body: factorResetRequest,
});

export const confirmFactorReset = route({
  ...factorResetAct,
  path: '/api/admin/users/{id}/reset-factors/confirm',
  summary: 'Confirms, as another administrator, that the second factor of an administrator is to be removed.',
  ignoresBody: true,
});

export const cancelFactorReset = route({
  ...factorResetAct,
  path: '/api/admin/users/{id}/reset-factors/cancel',
  summary: 'Cancels the removal of an account’s second factor.',
  ignoresBody: true,
});

export const keepFactors = route({
  method: 'POST',
  path: '/api/auth/reset-factors/keep',
  access: 'anyone',
  rate: 'login',
  summary: 'Keeps the second factor of an account, by the link that its owner was mailed.',
  source: 'issue 20; docs/decisions/086',
  body: shape.browserRemembering,
  reply: ok,
});
