import { route } from '../route.ts';
import * as shape from '../shapes/accounts.ts';
import { ok } from '../shapes/common.ts';

export const centerLogin = route({
  method: 'POST',
  path: '/api/auth/medical-center/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs a medical center in with its center ID and password.',
  source: 'specification 7; shapes, login center',
  body: shape.centerLogin,
  reply: shape.centerLoginReply,
});

export const doctorLogin = route({
  method: 'POST',
  path: '/api/auth/doctor/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs a doctor in with email and password, verified or not.',
  source: 'specification 7; shapes, login doctor',
  body: shape.emailLogin,
  reply: shape.doctorLoginReply,
});

export const adminLogin = route({
  method: 'POST',
  path: '/api/auth/admin/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs an administrator in with email and password.',
  source: 'specification 7',
  body: shape.emailLogin,
  reply: shape.adminLoginReply,
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
  duringPasswordChange: true,
});

export const session = route({
  method: 'GET',
  path: '/api/auth/session',
  access: 'signed-in',
  rate: 'general',
  summary: 'Returns the session’s user and when the session expires.',
  source: 'shapes, session',
  reply: shape.sessionReply,
  duringPasswordChange: true,
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
  duringPasswordChange: true,
});

export const stepUp = route({
  method: 'POST',
  path: '/api/auth/step-up',
  access: 'signed-in',
  rate: 'login',
  summary:
    'Checks the user’s password again and returns a new session id. Sensitive actions are then allowed for ten minutes.',
  source: 'security 2.5',
  body: shape.passwordStepUp,
  reply: ok.extend({ sessionId: shape.adminLoginReply.shape.sessionId }),
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
});
