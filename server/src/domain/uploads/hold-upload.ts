import { Fault } from '@medcloud/contract/faults';
import type { HeldLock } from '../../platform/db/advisory-locks.ts';
import { unavailableOr } from '../../platform/db/database.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Portal } from '../portal/portal.ts';
import { uploadOfCenter } from './open-upload.ts';
import type { UploadRow } from './store.ts';

// Whoever holds it writes down what came and lets go: some flushes of a disk.
const patienceMs = 10_000;

/** An upload that nobody else works on, on any node, until it is let go. */
export interface HeldUpload {
  row: UploadRow;
  /** Aborted when somebody else wants it: a client that came back finds its own dead connection here. */
  wanted: AbortSignal;
  /** Fails with `upload_busy` where the lock is lost: from then on nothing of it may be written. */
  mustHold(): void;
  release(): Promise<void>;
}

/** Somebody else has it, or had it meanwhile: where it stands is to be asked again. */
export function uploadBusy(): Fault {
  return new Fault('upload_busy', { retryAfterSeconds: 1 });
}

/** Holds a center's upload. Fails with `not_found`, and with `upload_busy` where who holds it does not let go. */
export async function holdUpload(portal: Portal, scope: CenterScope, id: string): Promise<HeldUpload> {
  await uploadOfCenter(portal, scope, id); // a stranger's is neither held nor interrupted
  const lock = await taken(portal, id);
  try {
    // read behind the lock: whoever held it has moved the offset
    const row = await uploadOfCenter(portal, scope, id);
    const mustHold = () => {
      if (lock.isLost()) throw uploadBusy();
    };
    return { row, wanted: lock.wanted, mustHold, release: () => lock.release() };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function taken({ locks }: Portal, id: string): Promise<HeldLock> {
  const lock = await locks.take(`upload ${id}`, patienceMs).catch((error: unknown) => {
    throw unavailableOr(error);
  });
  if (lock === null) throw uploadBusy();
  return lock;
}
