import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomToken } from '../../../platform/ids/random.ts';
import type { AppContext } from '../../core/context.ts';

/**
 * A browser that signed in to an account before is known by a cookie of its own for 90 days, so that a stranger's wrong
 * guesses do not delay the owner (security 2.4). The cookie reads `DEVICE.DAY-MAC.DAY-MAC...`: one signed entry an
 * account, none of which names it; nothing is kept of it here.
 */

type DeviceContext = Pick<AppContext, 'keys' | 'clock' | 'random'>;

const maxAgeDays = 90;
const maxAccounts = 5; // of one browser: a center's front desk has a few
const dayMs = 86_400_000;

/** The device's name if the cookie is ours, not too old, and has an entry for the account; null for a stranger. */
export function findKnownDevice(context: DeviceContext, cookie: string | null, account: string): string | null {
  const { device, entries } = parseCookie(cookie);
  return entries.some((entry) => isAccountEntry(context, device, account, entry)) ? device : null;
}

/** The cookie with a fresh entry for the account, after the others that it has. */
export function rememberDevice(context: DeviceContext, cookie: string | null, account: string): string {
  const { device, entries } = parseCookie(cookie);
  const name = device === '' ? randomToken(context.random) : device;
  const day = getDayNumber(context);
  const others = entries.filter((entry) => !isAccountEntry(context, name, account, entry));
  return [name, ...others.slice(1 - maxAccounts), `${day}-${computeMac(context, name, account, day)}`].join('.');
}

function parseCookie(cookie: string | null): { device: string; entries: string[] } {
  const [device = '', ...entries] = cookie?.split('.') ?? [];
  return /^[\w-]{43}$/.test(device) ? { device, entries: entries.slice(0, maxAccounts) } : { device: '', entries: [] };
}

function isAccountEntry(context: DeviceContext, device: string, account: string, entry: string): boolean {
  const [, day, mac] = /^(\d{1,6})-([\w-]{43})$/.exec(entry) ?? [];
  if (day === undefined || mac === undefined) return false;
  const isValid = timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(context, device, account, Number(day))));
  return isValid && getDayNumber(context) - Number(day) < maxAgeDays;
}

function computeMac({ keys }: DeviceContext, device: string, account: string, day: number): string {
  return createHmac('sha256', keys.devices).update(`${device}|${account}|${day}`).digest('base64url');
}

/** Days since 1970, UTC. */
function getDayNumber({ clock }: DeviceContext): number {
  return Math.floor(clock.now().getTime() / dayMs);
}
