import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { systemRandom } from '../../platform/ids/random.ts';
import { ShiftableClock } from '../../platform/time/clock.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';
import { knownDevice, rememberDevice } from './known-device.ts';

const dayMs = 86_400_000;
const fresh = () => {
  const key = randomBytes(32);
  const keys: PortalKeys = {
    ...{ master: key, blindIndex: key, codes: key, outbox: key, repetition: key, support: key },
    devices: key,
  };
  return { keys, random: systemRandom, clock: new ShiftableClock() };
};

it('knows a browser that signed in to an account, by one name for all of its accounts', () => {
  const portal = fresh();
  const first = rememberDevice(portal, null, 'one');
  const both = rememberDevice(portal, first, 'two');
  expect(knownDevice(portal, first, 'two')).toBeNull();
  expect(knownDevice(portal, both, 'one')).toBe(knownDevice(portal, first, 'one'));
  expect(knownDevice(portal, both, 'two')).toBe(knownDevice(portal, both, 'one'));
});

it('knows nobody by a cookie of another portal, another account, or none', () => {
  const portal = fresh();
  const cookie = rememberDevice(portal, null, 'one');
  const [device, entry] = cookie.split('.');
  const forged = [
    null,
    '',
    'x',
    device ?? '',
    `${device}.${entry}x`,
    `${device}.1${entry}`,
    `${'A'.repeat(43)}.${entry}`,
  ];
  for (const each of forged) expect(knownDevice(portal, each, 'one'), String(each)).toBeNull();
  expect(knownDevice(fresh(), cookie, 'one')).toBeNull();
  expect(knownDevice(portal, cookie, 'two')).toBeNull();
});

it('forgets a browser after 90 days without a sign-in, and starts anew with each', () => {
  const portal = fresh();
  const cookie = rememberDevice(portal, null, 'one');
  portal.clock.advance(89 * dayMs);
  expect(knownDevice(portal, cookie, 'one')).not.toBeNull();
  const renewed = rememberDevice(portal, cookie, 'one');
  portal.clock.advance(2 * dayMs);
  expect(knownDevice(portal, cookie, 'one')).toBeNull();
  expect(knownDevice(portal, renewed, 'one')).not.toBeNull();
  expect(renewed.split('.')).toHaveLength(2);
});

it('keeps the five accounts that signed in last', () => {
  const portal = fresh();
  let cookie: string | null = null;
  for (const account of ['1', '2', '3', '4', '5', '6']) cookie = rememberDevice(portal, cookie, account);
  const known = ['1', '2', '3', '4', '5', '6'].filter((account) => knownDevice(portal, cookie, account) !== null);
  expect(known).toEqual(['2', '3', '4', '5', '6']);
});
