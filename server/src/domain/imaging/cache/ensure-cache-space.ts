import { sql } from 'kysely';
import type { Reader } from '../../../platform/db/database.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { deleteObjects } from '../derived-objects.ts';
import { clearImaging } from '../store.ts';

// As many exams give up their frames for one series at most: each is a transaction of its own.
const maxEvictions = 100;

/** What all frames as HTJ2K take together, in bytes. */
async function readCachedBytes(tx: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT frame_cache_bytes() AS bytes`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** The exam whose frames were made longest ago, but for this scope's own; null without any. */
async function findOldestFrames(tx: Reader): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`SELECT oldest_frames() AS id`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Makes room for a series' frames: within the share of the store's disk that they may take, frames made longest ago give
 * way. False where there is no room: the series is then viewed from its original, as before.
 */
export async function ensureCacheSpace(context: AppContext, examId: string, neededBytes: number): Promise<boolean> {
  const { usedBytes, availableBytes } = await context.objects.usage();
  if (availableBytes === null) return context.settings.frameCacheShare > 0;
  const maxBytes = (usedBytes + availableBytes) * context.settings.frameCacheShare;
  if (neededBytes > maxBytes || neededBytes > availableBytes / 2) return false;
  for (let round = 0; round < maxEvictions; round++) {
    const state = await context.db.within(imagingScope(examId), async (tx) => ({
      bytes: await readCachedBytes(tx),
      oldest: await findOldestFrames(tx),
    }));
    if (state.bytes + neededBytes <= maxBytes) return true;
    if (state.oldest === null) return false;
    await evictFrames(context, state.oldest);
  }
  return false;
}

async function evictFrames(context: AppContext, examId: string): Promise<void> {
  const objectIds = await context.db.within(imagingScope(examId), (tx) => clearImaging(tx, ['frames']));
  await deleteObjects(context, objectIds);
}
