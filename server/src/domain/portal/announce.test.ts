import { expect, it } from 'vitest';
import { type Announcement, inParts } from './announce.ts';

const uuids = (count: number, first: string) =>
  Array.from({ length: count }, (_, index) => `${first}0000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
const bytes = (parts: Announcement[]) => Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))));

it('sends what concerns few as it is', () => {
  const change: Announcement = { kind: 'exam', ids: uuids(1, '1'), to: { centers: uuids(1, '2'), admins: true } };
  expect(inParts(change)).toEqual([change]);
  expect(inParts({ kind: 'account', ids: [], to: { admins: true } })).toEqual([
    { kind: 'account', ids: [], to: { admins: true } },
  ]);
});

it('sends what concerns many in parts below 8,000 bytes, each id to each recipient once', () => {
  const change: Announcement = {
    kind: 'request',
    ids: uuids(150, '1'),
    to: { centers: uuids(130, '2'), doctors: uuids(1_000, '3'), users: uuids(5, '4'), admins: true },
  };
  const parts = inParts(change);
  expect(bytes(parts)).toBeLessThan(8_000);
  const told = (of: Announcement[]) =>
    of.flatMap(({ ids, to }) =>
      [...(to.centers ?? []), ...(to.doctors ?? []), ...(to.users ?? []), ...(to.admins ? ['admins'] : [])].flatMap(
        (recipient) => ids.map((id) => `${id} to ${recipient}`),
      ),
    );
  expect(told(parts).sort()).toEqual(told([change]).sort());
});
