import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectAnyRanges, expectSequentialRanges, type StoredObject, storeObject } from './test-encrypted-reads.ts';

describe('createRandomAccess and SequentialReader', () => {
  let stored: StoredObject;
  beforeAll(async () => {
    stored = await storeObject();
  });
  afterAll(() => stored.close());

  it('reads any ranges in any order, concurrently or one after another', () => expectAnyRanges(stored, 60));

  it('reads ranges in sequence, each chunk valid until the next but one is requested', () =>
    expectSequentialRanges(stored, 30));
});
