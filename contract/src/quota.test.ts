import { expect, it } from 'vitest';
import { hasRoomFor, quotaLevel } from './quota.ts';

const of = (usedBytes: number, quotaBytes: number | null = 1_000) => ({ usedBytes, quotaBytes });

it('warns from 80 % and from 95 %, and is full at 100 %', () => {
  const levels = [0, 799, 800, 949, 950, 999, 1_000, 1_200].map((used) => quotaLevel(of(used)));
  expect(levels).toEqual(['free', 'free', 'filling', 'filling', 'nearly-full', 'nearly-full', 'full', 'full']);
});

it('has room to the last byte, and none once that is taken', () => {
  expect([hasRoomFor(of(900), 100), hasRoomFor(of(900), 101), hasRoomFor(of(1_000), 0)]).toEqual([true, false, false]);
});

it('knows no end where none was agreed', () => {
  expect([quotaLevel(of(9e15, null)), hasRoomFor(of(9e15, null), 1)]).toEqual(['free', true]);
});
