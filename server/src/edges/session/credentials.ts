import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';

/** The cookie's name: `__Host-` on https; by port on loopback, where ports share one jar (product, "Sessions"). */
export function cookieName({ posture, publicUrl, port }: Pick<Config, 'posture' | 'publicUrl' | 'port'>): string {
  return posture === 'production' ? '__Host-mc_session' : `mc_session_${publicUrl.port || port}`;
}

/** The two secrets as a request presents them; a query string is never read for them. */
export function readCredentials(
  request: FastifyRequest,
  config: Config,
): { bearer: string | null; cookie: string | null } {
  const bearer = request.headers.authorization?.match(/^Bearer +(\S{1,200})$/i)?.[1] ?? null;
  const cookie = request.cookies[cookieName(config)] || null;
  return { bearer, cookie: cookie !== null && cookie.length <= 200 ? cookie : null };
}

/** Sets the session's cookie: HttpOnly, SameSite=Strict, for the browser's session. */
export function setSessionCookie(reply: FastifyReply, config: Config, secret: string): void {
  reply.setCookie(cookieName(config), secret, { ...attributes(config), httpOnly: true });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), attributes(config));
}

function attributes(config: Config) {
  return { path: '/', sameSite: 'strict', secure: config.posture === 'production' } as const;
}
