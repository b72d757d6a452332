import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomToken } from '../../../platform/ids/random.ts';
import type { AppContext } from '../../core/context.ts';

/**
 * A cookie identifies a browser that signed in to an account before, for 90 days. So wrong attempts by others do
 * not delay the owner (security 2.4). The cookie reads `DEVICE.DAY-MAC.DAY-MAC...`: one signed entry per account,
 * without the account's name. The server stores nothing.
 */

type DeviceContext = Pick<AppContext, 'keys' | 'clock' | 'random'>;

const maxAgeDays = 90;
const maxAccounts = 5; // per browser: a center's front desk has a few
const dayMs = 86_400_000;

/** Returns the device's name if the cookie is authentic, recent enough and has an entry for the account; else null. */
export function findKnownDevice(context: DeviceContext, cookie: string | null, account: string): string | null {
  const { device, entries } = parseCookie(cookie);
  return entries.some((entry) => isAccountEntry(context, device, account, entry)) ? device : null;
}

/** Returns the cookie with a new entry for the account after its other entries. */
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

/** Returns days since 1970, UTC. */
function getDayNumber({ clock }: DeviceContext): number {
  return Math.floor(clock.now().getTime() / dayMs);
}
