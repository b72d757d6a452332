import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandomAccess } from './encrypted-random-access.ts';
import { expectAnyRanges, expectSequentialRanges, type StoredObject, storeObject } from './test-encrypted-reads.ts';

describe('a sealed object read by range', () => {
  let stored: StoredObject;
  beforeAll(async () => {
    stored = await storeObject();
  });
  afterAll(() => stored.close());

  // three times as many in the deep run
  it('gives the bytes of any ranges in any order, asked for at once or in turn', () => expectAnyRanges(stored, 20));

  it('gives ranges one after the other, each piece until the next but one is asked for', () =>
    expectSequentialRanges(stored, 10));

  it('ends where the object ends', async () => {
    const { plain } = stored;
    const access = createRandomAccess(await stored.open());
    expect(await access.read(plain.length - 5, plain.length + 100)).toHaveLength(5);
    expect(await access.read(plain.length, plain.length + 1)).toHaveLength(0);
    await access.close();
  });
});
