import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/ids/random.ts';
import { ShiftableClock } from '../../../platform/time/clock.ts';
import type { AppKeys } from '../../keys/app-keys.ts';
import { MasterKeys } from '../../keys/master-keys.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';

const dayMs = 86_400_000;
const fresh = () => {
  const key = randomBytes(32);
  const keys: AppKeys = {
    ...{ masters: new MasterKeys(), blindIndex: key, codes: key, outbox: key, idempotency: key, support: key },
    ...{
      devices: key,
      breaches: key,
      billing: key,
      factors: key,
      challenges: key,
      auditRecords: key,
      auditCheckpoints: key,
    },
  };
  return { keys, random: systemRandom, clock: new ShiftableClock() };
};

it('finds the device of a browser that signed in to an account, with one name for all of its accounts', () => {
  const context = fresh();
  const first = rememberDevice(context, null, 'one');
  const both = rememberDevice(context, first, 'two');
  expect(findKnownDevice(context, first, 'two')).toBeNull();
  expect(findKnownDevice(context, both, 'one')).toBe(findKnownDevice(context, first, 'one'));
  expect(findKnownDevice(context, both, 'two')).toBe(findKnownDevice(context, both, 'one'));
});

it('finds no device by a cookie of another installation, of another account, or none', () => {
  const context = fresh();
  const cookie = rememberDevice(context, null, 'one');
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
  for (const each of forged) expect(findKnownDevice(context, each, 'one'), String(each)).toBeNull();
  expect(findKnownDevice(fresh(), cookie, 'one')).toBeNull();
  expect(findKnownDevice(context, cookie, 'two')).toBeNull();
});

it('expires a device after 90 days without a sign-in, and restarts the period at each sign-in', () => {
  const context = fresh();
  const cookie = rememberDevice(context, null, 'one');
  context.clock.advance(89 * dayMs);
  expect(findKnownDevice(context, cookie, 'one')).not.toBeNull();
  const renewed = rememberDevice(context, cookie, 'one');
  context.clock.advance(2 * dayMs);
  expect(findKnownDevice(context, cookie, 'one')).toBeNull();
  expect(findKnownDevice(context, renewed, 'one')).not.toBeNull();
  expect(renewed.split('.')).toHaveLength(2);
});

it('remembers the five accounts that signed in last', () => {
  const context = fresh();
  let cookie: string | null = null;
  for (const account of ['1', '2', '3', '4', '5', '6']) cookie = rememberDevice(context, cookie, account);
  const known = ['1', '2', '3', '4', '5', '6'].filter((account) => findKnownDevice(context, cookie, account) !== null);
  expect(known).toEqual(['2', '3', '4', '5', '6']);
});
