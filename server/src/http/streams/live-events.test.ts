import { expect, it } from 'vitest';
import type { SignedIn } from '../../domain/authorization/who.ts';
import type { Announcement } from '../../domain/portal/announce.ts';
import { openLiveEvents } from './live-events.ts';

const center = (centerId: string): SignedIn => ({
  ...{ kind: 'center', centerId, userId: `user of ${centerId}`, sessionId: `session of ${centerId}` },
  ...{ email: 'centre@example.org', language: 'el', mustChangePassword: false, passwordAgeSeconds: 1 },
  expiresAt: new Date('2026-11-22T12:00:00Z'),
});
const about = (id: string, centerId: string): Announcement => ({
  kind: 'exam',
  ids: [id],
  to: { centers: [centerId] },
});

it('knows what concerned somebody in the last milliseconds, and says where it does not', () => {
  let now = 1_000;
  const live = openLiveEvents(() => now);
  const recent = (withinMs: number, who = 'a') => live.recent(center(who), withinMs)?.flatMap(({ ids }) => ids) ?? null;
  expect(recent(10), 'before it hears the database').toBeNull();
  live.hears(true);
  now = 2_000;
  live.publish(about('first', 'a'));
  now = 3_000;
  live.publish(about('second', 'b'));
  live.publish(about('third', 'a'));
  expect(recent(1_500)).toEqual(['first', 'third']);
  expect(recent(500)).toEqual(['third']);
  expect(recent(500, 'b')).toEqual(['second']);
  expect(recent(2_000), 'before it began to hear').toBeNull();
  live.hears(false);
  expect(recent(10)).toBeNull();
  live.hears(true);
  now = 4_000;
  live.publish(about('fourth', 'a'));
  now = 40_000;
  expect(recent(36_500)).toEqual(['fourth']);
  live.publish(about('fifth', 'a'));
  expect(recent(36_500), 'what is too old to be kept').toBeNull();
  expect(recent(30_000)).toEqual(['fifth']);
});

it('keeps so many announcements and no more', () => {
  let now = 1_000;
  const live = openLiveEvents(() => now);
  live.hears(true);
  for (let number = 0; number < 3_000; number++) {
    now += 1;
    live.publish(about(String(number), 'a'));
  }
  expect(live.recent(center('a'), 2_500)).toBeNull();
  expect(live.recent(center('a'), 1_500)).toHaveLength(1_501);
});
