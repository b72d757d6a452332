import { Fault } from '@medcloud/contract/faults';
import type { AdvisoryLock } from '../../platform/db/advisory-locks.ts';
import { toUnavailableFault } from '../../platform/db/database.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { getUploadRow } from './decrypt-upload.ts';
import type { UploadRow } from './store.ts';

// The holder saves what it has received and releases the lock: some disk flushes.
const acquireTimeoutMs = 10_000;

/** An upload locked on all nodes until it is released. */
export interface UploadLock {
  row: UploadRow;
  /** Aborted when another request wants the lock, for example a client that reconnects after its connection died. */
  contentionSignal: AbortSignal;
  /** Throws `upload_busy` if the lock is lost. Nothing may be written after that. */
  checkLock(): void;
  release(): Promise<void>;
}

/**
 * Returns the fault for an upload that another request holds or held meanwhile. The client must ask for the offset
 * again.
 */
export function uploadBusyFault(): Fault {
  return new Fault('upload_busy', { retryAfterSeconds: 1 });
}

/** Locks a center's upload. Throws `not_found`, and `upload_busy` if the holder does not release it. */
export async function acquireUpload(
  context: Pick<AppContext, 'db' | 'locks'>,
  scope: CenterScope,
  id: string,
): Promise<UploadLock> {
  await getUploadRow(context, scope, id); // another center's upload is neither locked nor interrupted
  const lock = await acquireLock(context, id);
  try {
    // read after locking: the previous holder may have changed the offset
    const row = await getUploadRow(context, scope, id);
    const checkLock = () => {
      if (lock.isLost()) throw uploadBusyFault();
    };
    return { row, contentionSignal: lock.signal, checkLock, release: () => lock.release() };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function acquireLock({ locks }: Pick<AppContext, 'locks'>, id: string): Promise<AdvisoryLock> {
  const lock = await locks.acquire(`upload ${id}`, acquireTimeoutMs).catch((error: unknown) => {
    throw toUnavailableFault(error);
  });
  if (lock === null) throw uploadBusyFault();
  return lock;
}
