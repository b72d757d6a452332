import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemScope } from '../domain/authorization/authorize.ts';
import type { AppContext } from '../domain/core/context.ts';
import { createEventBus } from '../domain/core/event-bus.ts';
import { readDomainSqlFiles } from '../domain/core/sql-files.ts';
import type { Database } from '../domain/database.ts';
import { repeatErasures } from '../domain/erasure/repeat-erasures.ts';
import { pairStorage } from '../domain/exams/pair-storage.ts';
import { loadKeys } from '../domain/keys/app-keys.ts';
import { followMasterKeys } from '../domain/keys/follow-master-keys.ts';
import { createSystemLog, type SystemLog } from '../domain/system-log/create-system-log.ts';
import { insertEvents } from '../domain/system-log/store.ts';
import { EncryptedStore } from '../platform/blobs/encrypted-store.ts';
import { openFileStore } from '../platform/blobs/files/file-store.ts';
import type { Config } from '../platform/config/config.ts';
import { openAdvisoryLocks } from '../platform/db/advisory-locks.ts';
import { checkServer, type ServerFacts } from '../platform/db/check-server.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openEmbeddedLogins } from '../platform/db/embedded/embedded-logins.ts';
import { startEmbedded } from '../platform/db/embedded/start-embedded.ts';
import type { DatabaseLogins } from '../platform/db/logins.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openScopeKey } from '../platform/db/scope-proof.ts';
import { newId } from '../platform/ids/ids.ts';
import { openLog } from '../platform/log/log.ts';
import { openPayments } from '../platform/outbound/payments/open-payments.ts';
import { openQueue } from '../platform/queue/open-queue.ts';
import type { QueueEvent } from '../platform/queue/queue.ts';
import { type AppOverrides, type AppParts, defaultParts } from './app-overrides.ts';
import { createEventHandlers } from './event-handlers.ts';
import { externalLogins } from './external-logins.ts';

/** Registers what must be closed when the application stops or fails to start. */
export type OnClose = (step: () => Promise<unknown>) => void;

/** Runs all steps in reverse order of opening, even if one fails. Throws the first failure at the end. */
export async function closeAll(steps: (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** The records and files without the HTTP server, for commands. */
export interface Stores {
  context: AppContext;
  close(): Promise<void>;
}

/** Opens records and files as at a start, without the HTTP server and jobs. Throws the same errors as a start. */
export async function openStores(config: Config, overrides: Partial<AppOverrides> = {}): Promise<Stores> {
  const parts = { ...defaultParts(), ...overrides };
  const closeSteps: (() => Promise<unknown>)[] = [];
  const onClose: OnClose = (step) => closeSteps.push(step);
  try {
    const systemLog = createSystemLog(parts);
    const log = parts.logger ?? openLog(config.logLevel, { warnings: systemLog.lines });
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const { db } = await openMigratedDatabase(config, parts, { log, systemLog }, onClose);
    return { context: await createContext(config, parts, log, db, onClose), close: () => closeAll(closeSteps) };
  } catch (error) {
    await closeAll(closeSteps).catch(() => undefined); // the first error explains more than the error of closing
    throw error;
  }
}

/** The open database, with the address and the facts of its server. */
export interface MigratedDatabase {
  db: Database;
  database: ServerFacts & { address: string };
}

/** Finds or starts the database, checks its server and migrates it. The system log is written to it from then on. */
export async function openMigratedDatabase(
  config: Config,
  parts: AppParts,
  { log, systemLog }: { log: Logger; systemLog: SystemLog },
  onClose: OnClose,
): Promise<MigratedDatabase> {
  const { logins, address } = await findDatabase(config, parts, log, onClose);
  const serverFacts = await checkServer(logins.owner, { mayBeUnsafe: parts.isTestDatabase });
  const { migrations, sqlFiles } = await migrate(logins.owner, { sqlFiles: await readDomainSqlFiles() });
  const scopeKey = await openScopeKey(logins.owner, parts.random, config.timeZone);
  const db = openDatabase({
    connection: logins.app,
    scopeKey,
    applicationName: 'medcloud',
    clockOffsetMs: () => parts.clock.offsetMs ?? 0,
    onConnectionLost: (error) => log.warn({ event: 'connection_lost', err: error }, 'a database connection was lost'),
  });
  onClose(() => db.close());
  if (migrations.length > 0) {
    log.info({ steps: migrations.length, last: migrations.at(-1) }, 'migrated');
    systemLog.log('migrated', { steps: migrations.length, last: migrations.at(-1) ?? '' });
  }
  if (sqlFiles.length > 0) log.info({ files: sqlFiles }, 'SQL files applied');
  systemLog.open((events) => db.within(systemScope('log'), (tx) => insertEvents(tx, events)));
  onClose(async () => {
    systemLog.log('stopped');
    await systemLog.close();
  });
  return { db, database: { ...serverFacts, address } };
}

async function findDatabase(
  config: Config,
  parts: AppParts,
  log: Logger,
  onClose: OnClose,
): Promise<{ logins: DatabaseLogins; address: string }> {
  if (parts.logins) return { logins: parts.logins, address: 'a test cluster' };
  if (config.databaseUrl) return { logins: externalLogins(config), address: new URL(config.databaseUrl).host };
  const dataFolder = join(config.dataDir, 'postgres');
  const embedded = await startEmbedded({
    dataFolder,
    hasWatchdog: true,
    isExclusive: true,
    log: (line) => log.info({ line }, 'database'),
  });
  onClose(() => embedded.stop());
  const logins = await openEmbeddedLogins(dataFolder, embedded.connection, parts.random);
  return { logins, address: dataFolder };
}

export async function createContext(
  config: Config,
  parts: AppParts,
  log: Logger,
  db: Database,
  onClose: OnClose,
): Promise<AppContext> {
  const { clock, random, files, reachFaultPoint } = parts;
  const keys = await loadKeys(db, parts, config.keySource);
  const masters = await followMasterKeys({ db, keys }, (err) =>
    log.warn({ err }, 'the master keys could not be followed'),
  );
  onClose(() => masters.close());
  const store = await openFileStore({ folder: config.objectsFolder, newId: () => newId(clock, random), files });
  const objects = new EncryptedStore(store, random);
  onClose(() => objects.close());
  await pairStorage({ db, objects, clock, random });
  await repeatErasures({ db, keys, clock, random, removeObject: (id) => objects.remove(id) });
  const queue = openQueue({
    statements: db.statements(systemScope('queue')),
    connect: db.connect,
    random,
    report: (event) => log.warn(describeQueueEvent(event), 'queue'),
    // Ignores a clock that is set back, as the demonstration's is: it would delay jobs.
    clockOffsetMs: () => Math.max(0, clock.offsetMs ?? 0),
  });
  onClose(() => queue.stop());
  const locks = openAdvisoryLocks(db.connect);
  onClose(() => locks.close());
  return {
    db,
    objects,
    queue,
    locks,
    keys,
    events: createEventBus(createEventHandlers({ db, queue, keys, clock, random, settings: config })),
    clock,
    random,
    reachFaultPoint,
    payments: await openPayments(config.payments),
    settings: config,
  };
}

function describeQueueEvent(event: QueueEvent): Record<string, unknown> {
  return {
    event: event.event,
    ...('job' in event ? { job: event.job.kind, attempt: event.job.attempt } : {}),
    ...('error' in event ? { err: event.error } : {}),
    ...('isDead' in event ? { isDead: event.isDead } : {}),
  };
}
