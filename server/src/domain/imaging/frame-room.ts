import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { imagingScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { removeBytes } from './derived-objects.ts';
import { clearImaging } from './store.ts';

// As many exams give up their frames for one series at most: each is a transaction of its own.
const mostGivenUp = 100;

/** What all frames as HTJ2K take together, in bytes. */
async function cachedBytes(tx: Reader): Promise<number> {
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
export async function makeRoom(portal: Portal, examId: string, wantedBytes: number): Promise<boolean> {
  const { usedBytes, availableBytes } = await portal.objects.usage();
  if (availableBytes === null) return portal.settings.frameCacheShare > 0;
  const mostBytes = (usedBytes + availableBytes) * portal.settings.frameCacheShare;
  if (wantedBytes > mostBytes || wantedBytes > availableBytes / 2) return false;
  for (let round = 0; round < mostGivenUp; round++) {
    const state = await portal.db.within(imagingScope(examId), async (tx) => ({
      bytes: await cachedBytes(tx),
      oldest: await findOldestFrames(tx),
    }));
    if (state.bytes + wantedBytes <= mostBytes) return true;
    if (state.oldest === null) return false;
    await giveUpFrames(portal, state.oldest);
  }
  return false;
}

async function giveUpFrames(portal: Portal, examId: string): Promise<void> {
  const gone = await portal.db.within(imagingScope(examId), (tx) => clearImaging(tx, ['frames']));
  await removeBytes(portal, gone);
}
