import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SealedObjects } from '../../../platform/blobs/doors.ts';
import { openFileStore } from '../../../platform/blobs/file-store.ts';
import { newKey } from '../../../platform/blobs/keys.ts';
import { systemClock } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { systemRandom } from '../../../platform/kit/random.ts';
import { Onward } from '../onward.ts';
import { sealedAccess } from './sealed-access.ts';

describe('a sealed object read by range', () => {
  const plain = randomBytes(262_144 * 7 + 12_345);
  const objectId = newId(systemClock, systemRandom);
  const seal = { objectId, keyId: objectId, key: newKey(systemRandom) };
  let folder: string;
  let objects: SealedObjects;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'medcloud-access-'));
    objects = new SealedObjects(
      await openFileStore({ folder, newId: () => newId(systemClock, systemRandom) }),
      systemRandom,
    );
    const writer = await objects.create(seal);
    await writer.write(plain);
    await writer.finish();
  });
  afterAll(async () => {
    await objects.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('gives the bytes of any ranges in any order, asked for at once or in turn', async () => {
    const place = fc.integer({ min: 0, max: plain.length });
    const ranges = fc.array(fc.tuple(place, place, fc.boolean()), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(ranges, async (asked) => {
        const access = sealedAccess(await objects.open(seal));
        const pending: Promise<void>[] = [];
        for (const [a, b, isAwaited] of asked) {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          const check = access.read(start, end).then((bytes) => {
            expect(Buffer.compare(bytes, plain.subarray(start, end))).toBe(0);
          });
          if (isAwaited) await check;
          else pending.push(check);
        }
        await Promise.all(pending);
        await access.close();
      }),
      { numRuns: 60 },
    );
  });

  it('gives ranges one after the other, each piece until the next but one is asked for', async () => {
    const place = fc.integer({ min: 0, max: plain.length });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 12 }), async (asked) => {
        const onward = new Onward(await objects.open(seal));
        for (const [a, b] of asked) {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          const copies: Buffer[] = [];
          let before: Buffer = Buffer.alloc(0);
          for await (const piece of onward.bytes(start, end)) {
            copies.push(Buffer.from(before));
            before = piece;
          }
          expect(Buffer.compare(Buffer.concat([...copies, before]), plain.subarray(start, end))).toBe(0);
        }
        await expect(onward.bytes(plain.length, plain.length + 1).next()).rejects.toMatchObject({ code: 'corrupt' });
        await onward.close();
      }),
      { numRuns: 30 },
    );
  });

  it('ends where the object ends', async () => {
    const access = sealedAccess(await objects.open(seal));
    expect(await access.read(plain.length - 5, plain.length + 100)).toHaveLength(5);
    expect(await access.read(plain.length, plain.length + 1)).toHaveLength(0);
    await access.close();
  });
});
