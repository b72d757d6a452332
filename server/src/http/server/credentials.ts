import { ownViewingMs } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSecrets } from '../../domain/accounts/sign-in/browser.ts';
import type { Config } from '../../platform/config/config.ts';

/**
 * Returns the session cookie's name: `__Host-` on https; with the port on loopback, where ports share cookies (product,
 * "Sessions").
 */
export function cookieName({ posture, publicUrl, port }: Pick<Config, 'posture' | 'publicUrl' | 'port'>): string {
  return posture === 'production' ? '__Host-mc_session' : `mc_session_${publicUrl.port || port}`;
}

/** Returns the name of the cookie that identifies a browser, independent of the user. */
function deviceCookieName(config: Parameters<typeof cookieName>[0]): string {
  return cookieName(config).replace('mc_session', 'mc_device');
}

/**
 * Reads the two secrets of a request; never from a query string. A Bearer of any length counts: an unknown one is
 * invalid, not missing.
 */
export function readCredentials(
  request: FastifyRequest,
  config: Config,
): { bearer: string | null; cookie: string | null } {
  const bearer = /^Bearer\b(.*)$/is.exec(request.headers.authorization ?? '')?.[1]?.trim() ?? null;
  const cookie = request.cookies[cookieName(config)] || null;
  return { bearer, cookie: cookie !== null && cookie.length <= 200 ? cookie : null };
}

/** Sets the session cookie: HttpOnly, SameSite=Strict, for the browser's session. */
export function setSessionCookie(reply: FastifyReply, config: Config, secret: string): void {
  reply.setCookie(cookieName(config), secret, { ...attributes(config), httpOnly: true });
}

const ownCookieName = (config: Config) => cookieName(config).replace('mc_session', 'mc_own');

/** Sets the cookie that opens a patient's own pictures: HttpOnly, SameSite=Strict, for its 30 minutes. */
export function setOwnCookie(reply: FastifyReply, config: Config, secret: string): void {
  const maxAge = ownViewingMs / 1_000;
  reply.setCookie(ownCookieName(config), secret, { ...attributes(config), httpOnly: true, maxAge });
}

/** Returns the secret of that cookie. Throws `unauthenticated` without one, or if the operator allows no own pictures. */
export function getOwnSecret(request: FastifyRequest, config: Config): string {
  const secret = request.cookies[ownCookieName(config)] ?? '';
  if (!config.canPatientsView || secret === '' || secret.length > 200) throw new Fault('unauthenticated');
  return secret;
}

/** Reads the secrets that a browser presents at a sign-in: its earlier session and its device cookie. */
export function readBrowserSecrets(request: FastifyRequest, config: Config): BrowserSecrets {
  const device = request.cookies[deviceCookieName(config)] ?? null;
  const { bearer, cookie } = readCredentials(request, config);
  return { session: bearer === null ? null : { bearer, cookie }, device };
}

const deviceSeconds = 90 * 86_400; // security 2.4

/** Sets the session cookie and the device cookie, which identifies the browser at its next sign-in. */
export function setSignInCookies(reply: FastifyReply, config: Config, secret: string, device: string): void {
  setSessionCookie(reply, config, secret);
  setDeviceCookie(reply, config, device);
}

/** Sets the cookie that identifies the browser at its next sign-in. */
export function setDeviceCookie(reply: FastifyReply, config: Config, device: string): void {
  const cookieOptions = { ...attributes(config), httpOnly: true, maxAge: deviceSeconds };
  reply.setCookie(deviceCookieName(config), device, cookieOptions);
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), attributes(config));
}

function attributes(config: Config) {
  return { path: '/', sameSite: 'strict', secure: config.posture === 'production' } as const;
}
