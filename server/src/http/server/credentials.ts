import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';

/** The cookie's name: `__Host-` on https; by port on loopback, where ports share one jar (product, "Sessions"). */
export function cookieName({ posture, publicUrl, port }: Pick<Config, 'posture' | 'publicUrl' | 'port'>): string {
  return posture === 'production' ? '__Host-mc_session' : `mc_session_${publicUrl.port || port}`;
}

/** The cookie that names a browser, whoever is signed in. */
function deviceCookieName(config: Parameters<typeof cookieName>[0]): string {
  return cookieName(config).replace('mc_session', 'mc_device');
}

/**
 * The two secrets as a request presents them; a query string is never read for them. A Bearer of whatever length is one:
 * what is none of ours is a dead one, and not as if it were absent.
 */
export function readCredentials(
  request: FastifyRequest,
  config: Config,
): { bearer: string | null; cookie: string | null } {
  const bearer = /^Bearer\b(.*)$/is.exec(request.headers.authorization ?? '')?.[1]?.trim() ?? null;
  const cookie = request.cookies[cookieName(config)] || null;
  return { bearer, cookie: cookie !== null && cookie.length <= 200 ? cookie : null };
}

/** Sets the session's cookie: HttpOnly, SameSite=Strict, for the browser's session. */
export function setSessionCookie(reply: FastifyReply, config: Config, secret: string): void {
  reply.setCookie(cookieName(config), secret, { ...attributes(config), httpOnly: true });
}

/** What a sign-in presents: the browser's earlier session, and the cookie by which the browser is known. */
export function readSignInCredentials(
  request: FastifyRequest,
  config: Config,
  password: string,
): { password: string; session: string | null; device: string | null } {
  const device = request.cookies[deviceCookieName(config)] ?? null;
  return { password, session: readCredentials(request, config).bearer, device };
}

const deviceSeconds = 90 * 86_400; // security 2.4

/** Sets the session's cookie, and the one by which the browser is known at its next sign-in. */
export function setSignInCookies(reply: FastifyReply, config: Config, secret: string, device: string): void {
  setSessionCookie(reply, config, secret);
  const cookieOptions = { ...attributes(config), httpOnly: true, maxAge: deviceSeconds };
  reply.setCookie(deviceCookieName(config), device, cookieOptions);
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), attributes(config));
}

function attributes(config: Config) {
  return { path: '/', sameSite: 'strict', secure: config.posture === 'production' } as const;
}
