import { fingerprint } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { record } from '../audit/record/record.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { Database } from '../database.ts';
import { type AppKeys, masterContext } from '../keys/app-keys.ts';
import { listMasterKeys, type MasterKeyRow } from '../keys/reads.ts';
import { checkNextKey, createNextKey, installNextKey, type RotationSources } from '../keys/rotate/next-key.ts';
import { rewrapPatientKeys, rewrapServiceKeys } from '../keys/rotate/rewrap-keys.ts';
import { findNextMasterId, insertNextMasterKey, retireMasterKey } from '../keys/rotate/rotation-rows.ts';
import { logEvent } from '../system-log/log-event.ts';

export interface RotationContext {
  db: Database;
  keys: Pick<AppKeys, 'masters'>;
  clock: Clock;
  random: Random;
  sources: RotationSources;
  /** Waits until no running node has only this master key. */
  waitForNodes: (masterId: number) => Promise<void>;
}

export interface RotationProgress {
  /** The rotation of an earlier run goes on. */
  onResume(): void;
  onRewrapped(keys: number): void;
}

export interface RotationResult {
  keys: number;
  retired: string;
  current: string;
  /** Where the old key was kept; null if it was no file, or stays where it was. */
  oldPath: string | null;
}

/**
 * Replaces the master key while the portal runs: creates a new one, waits until all nodes have loaded it, wraps every
 * key with it, and retires the old one. Until then both are good: each is stored wrapped by the other. Can run again
 * after an interruption, and goes on where it was. Throws `KeySourceError`.
 */
export async function rotateMasterKey(context: RotationContext, progress: RotationProgress): Promise<RotationResult> {
  const { current, next } = await startRotation(context, progress);
  await context.waitForNodes(current.id);
  let keys = 0;
  do keys += await rewrap(context, current.id, next.id, progress);
  while (!(await finishRotation(context, current, next, keys)));
  return {
    keys,
    retired: current.fingerprint,
    current: next.fingerprint,
    oldPath: await installNextKey(context.sources, next, current.id),
  };
}

interface Rotation {
  current: MasterKeyRow;
  next: { id: number; fingerprint: string };
}

async function startRotation(context: RotationContext, progress: RotationProgress): Promise<Rotation> {
  const { db, keys, sources } = context;
  const rows = await db.within(systemScope('rotation'), listMasterKeys);
  const current = rows.find(({ state }) => state === 'current');
  if (current === undefined) throw new Error('The database names no master key.');
  const next = rows.find(({ state }) => state === 'next');
  if (next === undefined) return { current, next: await createNext(context, current) };
  progress.onResume();
  await checkNextKey(sources, { ...next, key: keys.masters.get(next.id) }, context);
  return { current, next };
}

async function createNext(context: RotationContext, current: MasterKeyRow): Promise<Rotation['next']> {
  const { db, random, sources } = context;
  const { masters } = context.keys;
  const { key, serviceWrapped } = await createNextKey(sources, context);
  if (fingerprint(key) === current.fingerprint)
    throw new Error('The next key is the present one. Give another in ENCRYPTION_KEY_NEXT.');
  return await db.within(systemScope('rotation'), async (tx) => {
    const id = await findNextMasterId(tx);
    const { wrapped: wrappedByOther } = masters.wrap(key, masterContext(id), random);
    const currentKey = masters.get(current.id);
    masters.add(id, key);
    const next = { id, fingerprint: fingerprint(key), serviceWrapped, wrappedByOther };
    const { wrapped } = masters.wrap(currentKey, masterContext(current.id), random);
    await insertNextMasterKey(tx, next, { id: current.id, wrappedByOther: wrapped });
    const details = { from: current.fingerprint, to: next.fingerprint };
    await record(tx, { event: 'key_rotation_begun', actor: { kind: 'system' }, details });
    await logEvent(context, tx, 'key-rotation-started');
    return next;
  });
}

async function rewrap(context: RotationContext, from: number, to: number, progress: RotationProgress): Promise<number> {
  const keys = await rewrapServiceKeys(context, to);
  return keys + (await rewrapPatientKeys(context, { from, to }, progress.onRewrapped));
}

const foreignKeyViolation = '23503';

/** Returns false if a key was added for the old master key meanwhile. */
async function finishRotation(
  context: RotationContext,
  current: MasterKeyRow,
  next: Rotation['next'],
  keys: number,
): Promise<boolean> {
  // First the file: a start between the two finds the old key by the new one.
  await installNextKey(context.sources, next, current.id);
  try {
    await context.db.within(systemScope('rotation'), async (tx) => {
      await retireMasterKey(tx, current, next);
      const details = { from: current.fingerprint, to: next.fingerprint, keys };
      await record(tx, { event: 'key_rotated', actor: { kind: 'system' }, details });
      await logEvent(context, tx, 'key-rotated', { keys });
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === foreignKeyViolation) return false;
    throw error;
  }
}
