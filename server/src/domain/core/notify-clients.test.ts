import { expect, it } from 'vitest';
import { type ClientNotification, splitNotification } from './notify-clients.ts';

const uuids = (count: number, first: string) =>
  Array.from({ length: count }, (_, index) => `${first}0000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
const bytes = (parts: ClientNotification[]) =>
  Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))));

it('returns a small notification unchanged', () => {
  const notification: ClientNotification = {
    kind: 'exam',
    ids: uuids(1, '1'),
    to: { centers: uuids(1, '2'), admins: true },
  };
  expect(splitNotification(notification)).toEqual([notification]);
  expect(splitNotification({ kind: 'account', ids: [], to: { admins: true } })).toEqual([
    { kind: 'account', ids: [], to: { admins: true } },
  ]);
});

it('splits a large notification into parts below 8,000 bytes, each id to each recipient once', () => {
  const notification: ClientNotification = {
    kind: 'request',
    ids: uuids(150, '1'),
    to: { centers: uuids(130, '2'), doctors: uuids(1_000, '3'), users: uuids(5, '4'), admins: true },
  };
  const parts = splitNotification(notification);
  expect(bytes(parts)).toBeLessThan(8_000);
  const listDeliveries = (of: ClientNotification[]) =>
    of.flatMap(({ ids, to }) =>
      [...(to.centers ?? []), ...(to.doctors ?? []), ...(to.users ?? []), ...(to.admins ? ['admins'] : [])].flatMap(
        (recipient) => ids.map((id) => `${id} to ${recipient}`),
      ),
    );
  expect(listDeliveries(parts).sort()).toEqual(listDeliveries([notification]).sort());
});
