import { formatDay } from '@medcloud/contract';
import type { EncryptedStore } from '../../platform/blobs/encrypted-store.ts';
import type { Config } from '../../platform/config/config.ts';
import type { AdvisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { PaymentDriver } from '../../platform/outbound/payments/payment-driver.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Database } from '../database.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import type { EventBus } from './event-bus.ts';

/**
 * Points where crash tests end the process and nothing may be lost. They cover an upload from its first byte to its
 * response, the indexing of an exam, and the chaining of audit events. No event may be skipped. Before and after a
 * gateway accepts a message, nothing may be sent twice. Before notifications and their mail are committed, none may be lost. Before, at and after a provider's charge, nothing may be charged
 * twice.
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
  | 'scan-running'
  | 'scan-finished'
  | 'message-begun'
  | 'message-sent'
  | 'notifications-stored'
  | 'audit-sealing'
  | 'checkpoint-written'
  | 'stream-sent'
  | 'fiscal-begun'
  | 'fiscal-answered'
  | 'charge-begun'
  | 'charge-answered'
  | 'charge-recorded';

/** The context of domain functions: the platform's ports and the application's settings. */
export interface AppContext {
  readonly db: Database;
  readonly objects: EncryptedStore;
  readonly queue: Queue;
  /** Locks across all nodes. */
  readonly locks: AdvisoryLocks;
  readonly keys: AppKeys;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly random: Random;
  /** Called at the fault points. Does nothing except in crash tests, where it ends the process. */
  readonly reachFaultPoint: (point: FaultPoint) => void;
  /** Moves money by card; null: the portal takes bank transfers only. */
  readonly payments: PaymentDriver | null;
  readonly settings: Pick<
    Config,
    | 'posture'
    | 'publicUrl'
    | 'passkeyDomain'
    | 'requiredFactor'
    | 'smsPerDay'
    | 'timeZone'
    | 'operator'
    | 'billing'
    | 'fiscal'
    | 'payments'
    | 'vies'
    | 'canConfirmByMail'
    | 'frameCacheShare'
    | 'auditFolders'
    | 'anchors'
    | 'uploadsPerDay'
    | 'canPatientsView'
    | 'scanner'
  >;
}

/** Common parts of the context. A function takes the smallest one it needs, or its own `Pick`. */
export type DbContext = Pick<AppContext, 'db'>;
export type KeyContext = Pick<AppContext, 'db' | 'keys'>;
export type StorageContext = Pick<AppContext, 'db' | 'objects'>;
/** For work that depends on the day: subscriptions, daily limits, periods of lists. */
export type TimeContext = Pick<AppContext, 'db' | 'clock' | 'settings'>;
/** For enqueueing a message in the transaction of the act that causes it. */
export type SendContext = Pick<AppContext, 'db' | 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

/** Returns today in the operator's time zone, `YYYY-MM-DD`: the day of subscriptions and of "this month". */
export function today({ settings, clock }: Pick<AppContext, 'settings' | 'clock'>): string {
  return formatDay(settings.timeZone, clock.now());
}
