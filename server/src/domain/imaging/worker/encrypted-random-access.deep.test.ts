import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectAnyRanges, expectSequentialRanges, type StoredObject, storeObject } from './test-encrypted-reads.ts';

describe('a sealed object read by range', () => {
  let stored: StoredObject;
  beforeAll(async () => {
    stored = await storeObject();
  });
  afterAll(() => stored.close());

  it('gives the bytes of any ranges in any order, asked for at once or in turn', () => expectAnyRanges(stored, 60));

  it('gives ranges one after the other, each piece until the next but one is asked for', () =>
    expectSequentialRanges(stored, 30));
});
