import { formatDay } from '@medcloud/contract';
import type { EncryptedStore } from '../../platform/blobs/encrypted-store.ts';
import type { Config } from '../../platform/config/config.ts';
import type { AdvisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import type { ZipUploadScanners } from './zip-upload-scanner.ts';

/**
 * Points at which a crash must lose nothing: between the first byte of an upload and its answer; and before and after a
 * gateway took a message, where nothing may be sent twice; while an exam is prepared for viewing; and while the audit trail is
 * sealed, where no event may be passed over.
 */
export type FaultPoint =
  | 'chunk-written'
  | 'file-stored'
  | 'part-settled'
  | 'part-kept'
  | 'upload-whole'
  | 'before-commit'
  | 'after-commit'
  | 'index-stored'
  | 'index-after-commit'
  | 'thumbnails-stored'
  | 'frames-stored'
  | 'message-begun'
  | 'message-sent'
  | 'audit-sealing'
  | 'checkpoint-written';

/** What the domain's functions are handed: the platform's ports and the portal's settings. */
export interface AppContext {
  readonly db: Database;
  readonly objects: EncryptedStore;
  readonly queue: Queue;
  /** Who works on what, over all nodes. */
  readonly locks: AdvisoryLocks;
  readonly keys: AppKeys;
  /** What this process saw of archives that wait to be indexed. */
  readonly zipScanners: ZipUploadScanners;
  readonly clock: Clock;
  readonly random: Random;
  /** Told at the named points; does nothing but in crash tests, where it ends the process. */
  readonly reachFaultPoint: (point: FaultPoint) => void;
  readonly settings: Pick<
    Config,
    | 'posture'
    | 'publicUrl'
    | 'smsPerDay'
    | 'timeZone'
    | 'operator'
    | 'mailConfirms'
    | 'frameCacheShare'
    | 'auditFolders'
    | 'uploadsPerDay'
  >;
}

/** Today in the operator's time zone, `YYYY-MM-DD`: the day of subscriptions and of "this month". */
export function today({ settings, clock }: Pick<AppContext, 'settings' | 'clock'>): string {
  return formatDay(settings.timeZone, clock.now());
}
