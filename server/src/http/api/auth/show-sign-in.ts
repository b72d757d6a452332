import type { FactorRequired } from '@medcloud/contract/shapes/factors';
import type { FastifyReply } from 'fastify';
import { showCenter, showDoctor, showMember, showUser } from '../../../domain/accounts/show.ts';
import type { SignInResult } from '../../../domain/accounts/sign-in/begin-session.ts';
import type { Challenge } from '../../../domain/accounts/sign-in/sign-in.ts';
import { type AppContext, today } from '../../../domain/core/context.ts';
import type { Config } from '../../../platform/config/config.ts';
import { setSignInCookies } from '../../server/credentials.ts';

interface SignInCall {
  context: AppContext;
  config: Config;
  reply: FastifyReply;
}
type Begun = SignInResult & { device: string };

/** Sets the cookies of a center's new session and shows it. */
export function showCenterSignIn(call: SignInCall, result: Begun) {
  if (result.center === null) throw new Error('A center account has no center.');
  return {
    ...showAdminSignIn(call, result),
    medicalCenter: showCenter(result.center),
    ...(result.member === null ? {} : { member: showMember(result.member) }),
  };
}

export function showDoctorSignIn(call: SignInCall, result: Begun) {
  if (result.doctor === null) throw new Error('A doctor account has no doctor.');
  return { ...showAdminSignIn(call, result), doctor: showDoctor(result.doctor, today(call.context)) };
}

export function showAdminSignIn({ config, reply }: SignInCall, { account, role, factorSetup, secrets, device }: Begun) {
  setSignInCookies(reply, config, secrets.cookie, device);
  return { sessionId: secrets.sessionId, user: showUser(account, role, factorSetup) };
}

/** Shows a sign-in as its own kind does. */
export function showSignIn(call: SignInCall, result: Begun) {
  const show = { medical_center: showCenterSignIn, doctor: showDoctorSignIn, admin: showAdminSignIn };
  return show[result.role](call, result);
}

/** Shows that a second factor must follow. */
export function showChallenge({ challengeId, methods, expiresAt }: Challenge): FactorRequired {
  return { mfaRequired: true, challengeId, methods, expiresAt: expiresAt.toISOString() };
}
