import { createHash } from 'node:crypto';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import type { BlobReader, BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Uuid } from '../../platform/ids/ids.ts';
import type { ListedObject } from './object-list.ts';

const chunkBytes = 1_048_576;

/**
 * Copies an encrypted container unchanged in chunks of 1 MiB, completely or not at all. Returns null if there is none.
 * Throws `no_space` or `io`.
 */
export async function copyObject(from: BlobStore, to: BlobStore, id: Uuid): Promise<ListedObject | null> {
  const reader = await openIfExists(from, id);
  if (reader === null) return null;
  try {
    await to.remove(id); // partial file of an earlier run
    const writer = await to.create(id);
    try {
      const sha256 = await hashChunks(reader, (chunk) => writer.write(chunk));
      await writer.commit();
      return { id, bytes: reader.sizeBytes, sha256 };
    } catch (error) {
      await writer.abort();
      throw error;
    }
  } finally {
    await reader.close();
  }
}

/** Hashes the stored object of an id; null if there is none. */
export async function hashObject(store: BlobStore, id: Uuid): Promise<ListedObject | null> {
  const reader = await openIfExists(store, id);
  if (reader === null) return null;
  try {
    return { id, bytes: reader.sizeBytes, sha256: await hashChunks(reader, async () => undefined) };
  } finally {
    await reader.close();
  }
}

/** Returns the size of a stored object in bytes; null if there is none. */
export async function findObjectSize(store: BlobStore, id: Uuid): Promise<number | null> {
  const reader = await openIfExists(store, id);
  await reader?.close();
  return reader?.sizeBytes ?? null;
}

async function openIfExists(store: BlobStore, id: Uuid): Promise<BlobReader | null> {
  try {
    return await store.open(id);
  } catch (error) {
    if (error instanceof BlobError && error.code === 'not_found') return null;
    throw error;
  }
}

async function hashChunks(reader: BlobReader, onChunk: (chunk: Buffer) => Promise<void>): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; position < reader.sizeBytes; ) {
    const chunk = buffer.subarray(0, await reader.read(position, buffer));
    if (chunk.length === 0) throw new BlobError('io');
    hash.update(chunk);
    await onChunk(chunk);
    position += chunk.length;
  }
  return hash.digest('hex');
}
