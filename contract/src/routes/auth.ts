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
  summary: 'Signs a doctor in with e-mail and password, verified or not.',
  source: 'specification 7; shapes, login doctor',
  body: shape.emailLogin,
  reply: shape.doctorLoginReply,
});

export const adminLogin = route({
  method: 'POST',
  path: '/api/auth/admin/login',
  access: 'anyone',
  rate: 'login',
  summary: 'Signs an administrator in with e-mail and password.',
  source: 'specification 7',
  body: shape.emailLogin,
  reply: shape.adminLoginReply,
});

export const doctorSignup = route({
  method: 'POST',
  path: '/api/auth/doctor/signup',
  access: 'anyone',
  rate: 'signup',
  summary: 'Takes a doctor’s application; signs nobody in.',
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
  summary: 'Ends the presented session; answers 200 also without one.',
  source: 'specification 7; product, sessions',
  reply: ok,
  duringPasswordChange: true,
});

export const session = route({
  method: 'GET',
  path: '/api/auth/session',
  access: 'signed-in',
  rate: 'general',
  summary: 'Says who the presented session belongs to and until when it stands.',
  source: 'shapes, session',
  reply: shape.sessionReply,
  duringPasswordChange: true,
});

export const changePassword = route({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'signed-in',
  rate: 'login',
  summary: 'Changes one’s password, ends every other session, and answers with a new session id.',
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
    'Takes one’s password once more and answers with a new session id: for ten minutes, acts that need it go through.',
  source: 'security 2.5',
  body: shape.passwordStepUp,
  reply: ok.extend({ sessionId: shape.adminLoginReply.shape.sessionId }),
});

export const forgotPassword = route({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  rate: 'recovery',
  summary: 'Mails a link to choose a new password; answers alike for any address.',
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
  summary: 'Sets a new password by a mailed link, once, and ends every session of the account.',
  source: 'shapes, added endpoints; security 1a',
  body: shape.passwordReset,
  reply: shape.passwordResetReply,
});

export const confirmEmail = route({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'anyone',
  rate: 'login',
  summary: 'Confirms the e-mail of a doctor’s application, which is pending from then on.',
  source: 'product, doctor’s path 1',
  body: shape.emailConfirmation,
  reply: ok,
});

export const changeAccount = route({
  method: 'PATCH',
  path: '/api/account',
  access: 'signed-in',
  rate: 'general',
  summary: 'Sets the language in which the portal writes to one.',
  source: 'shapes, names and places: users have a language too',
  body: shape.accountChange,
  reply: shape.accountReply,
});
