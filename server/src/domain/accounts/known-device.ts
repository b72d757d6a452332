import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomToken } from '../../platform/ids/random.ts';
import type { Portal } from '../portal/portal.ts';

/**
 * A browser that signed in to an account before is known by a cookie of its own for 90 days, so that a stranger's wrong
 * guesses do not delay the owner (security 2.4). The cookie reads `DEVICE.DAY-MAC.DAY-MAC...`: one signed entry an
 * account, none of which names it; nothing is kept of it here.
 */

type Signing = Pick<Portal, 'keys' | 'clock' | 'random'>;

const knownDays = 90;
const mostAccounts = 5; // of one browser: a center's front desk has a few
const dayMs = 86_400_000;

/** The device's name if the cookie is ours, not too old, and has an entry for the account; null for a stranger. */
export function knownDevice(portal: Signing, cookie: string | null, account: string): string | null {
  const { device, entries } = readCookie(cookie);
  return entries.some((entry) => isEntryOf(portal, device, account, entry)) ? device : null;
}

/** The cookie with a fresh entry for the account, after the others that it has. */
export function rememberDevice(portal: Signing, cookie: string | null, account: string): string {
  const { device, entries } = readCookie(cookie);
  const name = device === '' ? randomToken(portal.random) : device;
  const day = today(portal);
  const others = entries.filter((entry) => !isEntryOf(portal, name, account, entry));
  return [name, ...others.slice(1 - mostAccounts), `${day}-${macOf(portal, name, account, day)}`].join('.');
}

function readCookie(cookie: string | null): { device: string; entries: string[] } {
  const [device = '', ...entries] = cookie?.split('.') ?? [];
  return /^[\w-]{43}$/.test(device) ? { device, entries: entries.slice(0, mostAccounts) } : { device: '', entries: [] };
}

function isEntryOf(portal: Signing, device: string, account: string, entry: string): boolean {
  const [, day, mac] = /^(\d{1,6})-([\w-]{43})$/.exec(entry) ?? [];
  if (day === undefined || mac === undefined) return false;
  const right = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(portal, device, account, Number(day))));
  return right && today(portal) - Number(day) < knownDays;
}

function macOf({ keys }: Signing, device: string, account: string, day: number): string {
  return createHmac('sha256', keys.devices).update(`${device}|${account}|${day}`).digest('base64url');
}

/** Days since 1970, UTC. */
function today({ clock }: Signing): number {
  return Math.floor(clock.now().getTime() / dayMs);
}
