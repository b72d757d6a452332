import { route } from '../route.ts';
import * as shape from '../shapes/accounts.ts';
import { ok } from '../shapes/common.ts';

export const centerLogin = route({
  method: 'POST',
  path: '/api/auth/medical-center/login',
  who: 'anyone',
  rate: 'login',
  summary: 'Signs a medical center in with its center ID and password.',
  source: 'specification 7; shapes, login center',
  body: shape.centerLogin,
  reply: shape.centerLoginReply,
});

export const doctorLogin = route({
  method: 'POST',
  path: '/api/auth/doctor/login',
  who: 'anyone',
  rate: 'login',
  summary: 'Signs a doctor in with e-mail and password, verified or not.',
  source: 'specification 7; shapes, login doctor',
  body: shape.emailLogin,
  reply: shape.doctorLoginReply,
});

export const adminLogin = route({
  method: 'POST',
  path: '/api/auth/admin/login',
  who: 'anyone',
  rate: 'login',
  summary: 'Signs an administrator in with e-mail and password.',
  source: 'specification 7',
  body: shape.emailLogin,
  reply: shape.adminLoginReply,
});

export const doctorSignup = route({
  method: 'POST',
  path: '/api/auth/doctor/signup',
  who: 'anyone',
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
  who: 'anyone',
  rate: 'general',
  summary: 'Ends the presented session; answers 200 also without one.',
  source: 'specification 7; product, sessions',
  reply: ok,
  duringPasswordChange: true,
});

export const session = route({
  method: 'GET',
  path: '/api/auth/session',
  who: 'signed-in',
  rate: 'general',
  summary: 'Says who the presented session belongs to and until when it stands.',
  source: 'shapes, session',
  reply: shape.sessionReply,
  duringPasswordChange: true,
});

export const changePassword = route({
  method: 'POST',
  path: '/api/auth/change-password',
  who: 'signed-in',
  rate: 'login',
  summary: 'Changes one’s password, ends every other session, and answers with a new session id.',
  source: 'shapes; security 1a',
  body: shape.passwordChange,
  reply: ok.extend({ sessionId: shape.adminLoginReply.shape.sessionId }),
  duringPasswordChange: true,
});
