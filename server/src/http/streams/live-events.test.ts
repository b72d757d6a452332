import type { CenterRole } from '@medcloud/contract/permissions';
import { expect, it } from 'vitest';
import type { AuthenticatedPrincipal } from '../../domain/authorization/principal.ts';
import type { ClientNotification } from '../../domain/core/notify-clients.ts';
import { createLiveEvents } from './live-events.ts';

const center = (centerId: string, roles?: CenterRole[]): AuthenticatedPrincipal => ({
  ...{
    kind: 'center',
    centerId,
    payerId: `account of ${centerId}`,
    member: roles === undefined ? null : { id: 'member', username: 'eleni', displayName: 'Ελένη', roles },
    userId: `user of ${centerId}`,
    sessionId: `session of ${centerId}`,
  },
  ...{
    email: 'centre@example.org',
    language: 'el',
    mustChangePassword: false,
    factorSetup: null,
    passwordAgeSeconds: 1,
  },
  expiresAt: new Date('2026-11-22T12:00:00Z'),
});
const createNotification = (id: string, centerId: string): ClientNotification => ({
  kind: 'exam',
  ids: [id],
  to: { centers: [centerId] },
});

it('lists the recent notifications of a principal, or null if it does not have all of them', () => {
  let now = 1_000;
  const live = createLiveEvents(() => now);
  const recent = (withinMs: number, centerId = 'a') =>
    live.listRecent(center(centerId), withinMs)?.flatMap(({ ids }) => ids) ?? null;
  expect(recent(10), 'before it listens to the database').toBeNull();
  live.setListening(true);
  now = 2_000;
  live.publish(createNotification('first', 'a'));
  now = 3_000;
  live.publish(createNotification('second', 'b'));
  live.publish(createNotification('third', 'a'));
  expect(recent(1_500)).toEqual(['first', 'third']);
  expect(recent(500)).toEqual(['third']);
  expect(recent(500, 'b')).toEqual(['second']);
  expect(recent(2_000), 'before it started to listen').toBeNull();
  live.setListening(false);
  expect(recent(10)).toBeNull();
  live.setListening(true);
  now = 4_000;
  live.publish(createNotification('fourth', 'a'));
  now = 40_000;
  expect(recent(36_500)).toEqual(['fourth']);
  live.publish(createNotification('fifth', 'a'));
  expect(recent(36_500), 'notifications too old to be stored').toBeNull();
  expect(recent(30_000)).toEqual(['fifth']);
});

it('stores at most 2,000 notifications', () => {
  let now = 1_000;
  const live = createLiveEvents(() => now);
  live.setListening(true);
  for (let number = 0; number < 3_000; number++) {
    now += 1;
    live.publish(createNotification(String(number), 'a'));
  }
  expect(live.listRecent(center('a'), 2_500)).toBeNull();
  expect(live.listRecent(center('a'), 1_500)).toHaveLength(1_501);
});

it('sends a member of a center what its roles open', () => {
  let now = 1_000;
  const live = createLiveEvents(() => now);
  live.setListening(true);
  now = 2_000;
  live.publish(createNotification('exam', 'a'));
  live.publish({ kind: 'account', ids: ['team'], to: { centers: ['a'] } });
  live.publish({ kind: 'account', ids: ['invoice'], to: { users: ['account of a'] } });
  const recent = (roles?: CenterRole[]) => live.listRecent(center('a', roles), 10)?.flatMap(({ ids }) => ids);
  expect(recent(['billing'])).toEqual(['team', 'invoice']);
  expect(recent(['technician'])).toEqual(['exam', 'team']);
  expect(recent(['owner'])).toEqual(['exam', 'team', 'invoice']);
});
