import { expect, it } from 'vitest';
import { getQuotaLevel, hasRoomFor } from './quota.ts';

const createUse = (usedBytes: number, quotaBytes: number | null = 1_000) => ({ usedBytes, quotaBytes });

it('getQuotaLevel warns from 80 % and from 95 %, and returns full at 100 %', () => {
  const levels = [0, 799, 800, 949, 950, 999, 1_000, 1_200].map((used) => getQuotaLevel(createUse(used)));
  expect(levels).toEqual(['free', 'free', 'filling', 'filling', 'nearly-full', 'nearly-full', 'full', 'full']);
});

it('hasRoomFor accepts a file up to the last byte, and none once the quota is used up', () => {
  expect([hasRoomFor(createUse(900), 100), hasRoomFor(createUse(900), 101), hasRoomFor(createUse(1_000), 0)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('getQuotaLevel and hasRoomFor apply no limit without a quota', () => {
  expect([getQuotaLevel(createUse(9e15, null)), hasRoomFor(createUse(9e15, null), 1)]).toEqual(['free', true]);
});
