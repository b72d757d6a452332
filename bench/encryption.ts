import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EncryptedStore } from '@medcloud/server/src/platform/blobs/encrypted-store.ts';
import { openFileStore } from '@medcloud/server/src/platform/blobs/files/file-store.ts';
import { newKey } from '@medcloud/server/src/platform/blobs/keys.ts';
import { newId } from '@medcloud/server/src/platform/ids/ids.ts';
import { systemRandom } from '@medcloud/server/src/platform/ids/random.ts';
import { systemClock } from '@medcloud/server/src/platform/time/clock.ts';

/*
 * Claim: storing an upload encrypted (SHA-256, AES-256-GCM, write, fsync, rename, fsync of the folder) reaches at least
 * 0.6 of the rate of storing it plainly with an fsync: the same 256 MiB, in the same chunks, on the same disk, in the
 * same run. For comparison it also measures the disk's own limit (1 MiB writes from one buffer, nothing else) and plain
 * reads.
 */

const mebibyte = 1_048_576;
const objectBytes = 256 * mebibyte;
// A socket delivers chunks of this size.
const chunkBytes = 65_536;
const rounds = 9;

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function writePlain(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  await pipeline(chunksOf(bytes), file.createWriteStream({ flush: true, highWaterMark: mebibyte }));
}

async function writeRaw(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  for (let at = 0; at < bytes.length; at += mebibyte) await file.write(bytes, at, mebibyte, at);
  await file.sync();
  await file.close();
}

async function readPlain(path: string): Promise<void> {
  const file = await open(path, 'r');
  for await (const _chunk of file.createReadStream({ highWaterMark: 4 * chunkBytes }));
}

/**
 * Returns the cases in the order of their turns. A read case uses the file of the write case before it and removes it.
 */
async function casesOn(folder: string, bytes: Buffer) {
  const newObjectId = () => newId(systemClock, systemRandom);
  const objects = new EncryptedStore(await openFileStore({ folder, newId: newObjectId }), systemRandom);
  const objectKey = { objectId: newObjectId(), keyId: newObjectId(), key: newKey(systemRandom) };
  const path = join(folder, 'plain');
  const writeEncrypted = async () => {
    const writer = await objects.create(objectKey);
    for await (const chunk of chunksOf(bytes)) await writer.write(chunk);
    await writer.finish();
  };
  const readEncrypted = async () => {
    for await (const _chunk of await objects.read(objectKey));
  };
  const cases = [
    { name: 'raw write', work: () => writeRaw(path, bytes), after: () => rm(path) },
    { name: 'plain write', work: () => writePlain(path, bytes), after: async () => {} },
    { name: 'plain read', work: () => readPlain(path), after: () => rm(path) },
    { name: 'sealed write', work: writeEncrypted, after: async () => {} },
    { name: 'sealed read', work: readEncrypted, after: () => objects.remove(objectKey.objectId) },
  ];
  return { cases, close: () => objects.close() };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A case's median and best time. In a virtual machine, fetching page-cache memory slows single rounds at random. */
interface Times {
  readonly median: number;
  readonly best: number;
}

async function measure(folder: string): Promise<Map<string, Times>> {
  // One random mebibyte is repeated, but in 256 MiB of memory, so reading costs as much as reading an upload.
  const bytes = Buffer.alloc(objectBytes, systemRandom.bytes(mebibyte));
  const { cases, close } = await casesOn(folder, bytes);
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  // The first round warms caches and the compiler. It is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, work, after } of cases) {
      const startedAt = performance.now();
      await work();
      if (round > 0) times.get(name)?.push(performance.now() - startedAt);
      await after();
    }
  }
  await close();
  return new Map([...times].map(([name, values]) => [name, { median: median(values), best: Math.min(...values) }]));
}

/** Prints encrypted rates as ratios to plain ones: medians and bests of nine rounds in which the cases take turns. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-sealing-'));
  try {
    const times = await measure(folder);
    for (const [ours, peer] of pairs) {
      for (const which of ['median', 'best'] as const) {
        const [oursMs, peerMs] = [ours, peer].map((name) => times.get(name)?.[which] ?? Number.NaN);
        console.log(line(`${ours} (${which})`, oursMs, peer, peerMs));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const pairs = [
  ['sealed write', 'plain write'],
  ['sealed write', 'raw write'],
  ['sealed read', 'plain read'],
] as const;

function line(ours: string, oursMs = Number.NaN, peer: string, peerMs = Number.NaN): string {
  const rate = (ms: number) => `${((256 / ms) * 1000).toFixed(0)} MiB/s`;
  return `${ours}: ${(peerMs / oursMs).toFixed(2)} of ${peer} (${rate(oursMs)} against ${rate(peerMs)})`;
}

if (import.meta.main) await run();
