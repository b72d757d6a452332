import { Fault } from '@medcloud/contract/faults';
import type { AdvisoryLock } from '../../platform/db/advisory-locks.ts';
import { toUnavailableFault } from '../../platform/db/database.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { getUploadRow } from './decrypt-upload.ts';
import type { UploadRow } from './store.ts';

// Whoever holds it writes down what came and lets go: some flushes of a disk.
const acquireTimeoutMs = 10_000;

/** An upload that nobody else works on, on any node, until it is let go. */
export interface UploadLock {
  row: UploadRow;
  /** Aborted when somebody else wants it: a client that came back finds its own dead connection here. */
  contentionSignal: AbortSignal;
  /** Fails with `upload_busy` where the lock is lost: from then on nothing of it may be written. */
  checkLock(): void;
  release(): Promise<void>;
}

/** Somebody else has it, or had it meanwhile: where it stands is to be asked again. */
export function uploadBusyFault(): Fault {
  return new Fault('upload_busy', { retryAfterSeconds: 1 });
}

/** Holds a center's upload. Fails with `not_found`, and with `upload_busy` where who holds it does not let go. */
export async function acquireUpload(context: AppContext, scope: CenterScope, id: string): Promise<UploadLock> {
  await getUploadRow(context, scope, id); // a stranger's is neither held nor interrupted
  const lock = await acquireLock(context, id);
  try {
    // read behind the lock: whoever held it has moved the offset
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

async function acquireLock({ locks }: AppContext, id: string): Promise<AdvisoryLock> {
  const lock = await locks.acquire(`upload ${id}`, acquireTimeoutMs).catch((error: unknown) => {
    throw toUnavailableFault(error);
  });
  if (lock === null) throw uploadBusyFault();
  return lock;
}
