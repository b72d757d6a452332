import { dayIn } from '@medcloud/contract';
import type { SealedObjects } from '../../platform/blobs/doors.ts';
import type { Config } from '../../platform/config/config.ts';
import type { AdvisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';
import type { Arrivals } from './arrivals.ts';

/**
 * Points at which a crash must lose nothing: between the first byte of an upload and its answer; and before and after a
 * gateway took a message, where nothing may be sent twice; while an exam is prepared for viewing; and while the audit trail is
 * sealed, where no event may be passed over.
 */
export type CrashPoint =
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
export interface Portal {
  readonly db: Database;
  readonly objects: SealedObjects;
  readonly queue: Queue;
  /** Who works on what, over all nodes. */
  readonly locks: AdvisoryLocks;
  readonly keys: PortalKeys;
  /** What this process saw of archives that wait to be indexed. */
  readonly arrivals: Arrivals;
  readonly clock: Clock;
  readonly random: Random;
  /** Told at the named points; does nothing but in crash tests, where it ends the process. */
  readonly crashPoint: (point: CrashPoint) => void;
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
export function today({ settings, clock }: Pick<Portal, 'settings' | 'clock'>): string {
  return dayIn(settings.timeZone, clock.now());
}
