import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandomAccess } from './encrypted-random-access.ts';
import { expectAnyRanges, expectSequentialRanges, type StoredObject, storeObject } from './test-encrypted-reads.ts';

describe('createRandomAccess and SequentialReader', () => {
  let stored: StoredObject;
  beforeAll(async () => {
    stored = await storeObject();
  });
  afterAll(() => stored.close());

  // three times as many in the deep run
  it('reads any ranges in any order, concurrently or one after another', () => expectAnyRanges(stored, 20));

  it('reads ranges in sequence, each chunk valid until the next but one is requested', () =>
    expectSequentialRanges(stored, 10));

  it('returns fewer bytes at the end of the object', async () => {
    const { plain } = stored;
    const access = createRandomAccess(await stored.open());
    expect(await access.read(plain.length - 5, plain.length + 100)).toHaveLength(5);
    expect(await access.read(plain.length, plain.length + 1)).toHaveLength(0);
    await access.close();
  });
});
