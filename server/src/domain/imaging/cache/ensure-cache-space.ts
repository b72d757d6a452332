import { sql } from 'kysely';
import { imagingScope } from '../../authorization/authorize.ts';
import type { AppContext, StorageContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { deleteObjects } from '../derived-objects.ts';
import { clearImaging } from '../store.ts';

// Maximum number of exams evicted at once: each is its own transaction.
const maxEvictions = 100;

/** Returns the bytes of all cached HTJ2K frames and rendered images. */
async function readCachedBytes(tx: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT frame_cache_bytes() AS bytes`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Finds the exam with the oldest cached object, except this scope's own; null if there is none. */
async function findOldestExam(tx: Reader): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`SELECT oldest_frames() AS id`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Makes space for a series' frames, or rendered images, within the cache's share of the disk by evicting the oldest.
 * Returns false if there is not enough: they are then read from the original.
 */
export async function ensureCacheSpace(
  context: Pick<AppContext, 'db' | 'objects' | 'settings'>,
  examId: string,
  neededBytes: number,
): Promise<boolean> {
  const { usedBytes, availableBytes } = await context.objects.usage();
  if (availableBytes === null) return context.settings.frameCacheShare > 0;
  const maxBytes = (usedBytes + availableBytes) * context.settings.frameCacheShare;
  if (neededBytes > maxBytes || neededBytes > availableBytes / 2) return false;
  for (let round = 0; round < maxEvictions; round++) {
    const state = await context.db.within(imagingScope(examId), async (tx) => ({
      bytes: await readCachedBytes(tx),
      oldest: await findOldestExam(tx),
    }));
    if (state.bytes + neededBytes <= maxBytes) return true;
    if (state.oldest === null) return false;
    await evictExam(context, state.oldest);
  }
  return false;
}

/** Deletes what an exam has in the cache. */
export async function evictExam(context: StorageContext, examId: string): Promise<void> {
  const objectIds = await context.db.within(imagingScope(examId), (tx) => clearImaging(tx, ['frames', 'rendered']));
  await deleteObjects(context, objectIds);
}
