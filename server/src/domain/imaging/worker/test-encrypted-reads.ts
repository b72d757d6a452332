import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EncryptedStore, type OpenObject } from '../../../platform/blobs/encrypted-store.ts';
import { openFileStore } from '../../../platform/blobs/files/file-store.ts';
import { newKey } from '../../../platform/blobs/keys.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { systemRandom } from '../../../platform/ids/random.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { SequentialReader } from '../sequential-reader.ts';
import { createRandomAccess } from './encrypted-random-access.ts';

/** A stored object of seven full segments and a partial one. */
export interface StoredObject {
  readonly plain: Buffer;
  open(): Promise<OpenObject>;
  close(): Promise<void>;
}

export async function storeObject(): Promise<StoredObject> {
  const plain = randomBytes(262_144 * 7 + 12_345);
  const ids = () => newId(systemClock, systemRandom);
  const objectId = ids();
  const objectKey = { objectId, keyId: objectId, key: newKey(systemRandom) };
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-access-'));
  const objects = new EncryptedStore(await openFileStore({ folder, newId: ids }), systemRandom);
  const writer = await objects.create(objectKey);
  await writer.write(plain);
  await writer.finish();
  return {
    plain,
    open: () => objects.open(objectKey),
    close: async () => {
      await objects.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Expects that `createRandomAccess` reads random ranges correctly, `numRuns` times. */
export async function expectAnyRanges({ plain, open }: StoredObject, numRuns: number): Promise<void> {
  const place = fc.integer({ min: 0, max: plain.length });
  const ranges = fc.array(fc.tuple(place, place, fc.boolean()), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(ranges, async (requestedRanges) => {
      const access = createRandomAccess(await open());
      const pending: Promise<void>[] = [];
      for (const [a, b, isAwaited] of requestedRanges) {
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
    { numRuns },
  );
}

/** Expects that `SequentialReader` reads random ranges correctly, `numRuns` times. */
export async function expectSequentialRanges({ plain, open }: StoredObject, numRuns: number): Promise<void> {
  const place = fc.integer({ min: 0, max: plain.length });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 12 }), async (requestedRanges) => {
      const reader = new SequentialReader(await open());
      for (const [a, b] of requestedRanges) {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const copies: Buffer[] = [];
        let previousChunk: Buffer = Buffer.alloc(0);
        for await (const chunk of reader.bytes(start, end)) {
          copies.push(Buffer.from(previousChunk));
          previousChunk = chunk;
        }
        expect(Buffer.compare(Buffer.concat([...copies, previousChunk]), plain.subarray(start, end))).toBe(0);
      }
      await expect(reader.bytes(plain.length, plain.length + 1).next()).rejects.toMatchObject({ code: 'corrupt' });
      await reader.close();
    }),
    { numRuns },
  );
}
