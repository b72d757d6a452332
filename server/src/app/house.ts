import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import compress from '@fastify/compress';
import { routes, sentences } from '@medcloud/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { makeFirstAdministrator } from '../domain/accounts/first-administrator.ts';
import { openPasswords, type Passwords } from '../domain/accounts/password.ts';
import { type Authorization, authorization, systemScope } from '../domain/authorization/may.ts';
import { Viewings } from '../domain/dicomweb/viewings.ts';
import { pairStorage } from '../domain/exams/pair-storage.ts';
import { type Health, openHealth } from '../domain/health/check-health.ts';
import { openReadiness } from '../domain/health/readiness.ts';
import { ImagingThreads } from '../domain/imaging/imaging-threads.ts';
import { MissingFrames } from '../domain/imaging/missing-frames.ts';
import { RecentSeries } from '../domain/imaging/recent-series.ts';
import { openShelves } from '../domain/imaging/shelves.ts';
import { openKeys } from '../domain/keys/portal-keys.ts';
import { announcementChannel, readAnnouncement } from '../domain/portal/announce.ts';
import { Arrivals } from '../domain/portal/arrivals.ts';
import type { CrashPoint, Portal } from '../domain/portal/portal.ts';
import { keepSystemLog, type SystemLog } from '../domain/system-log/keep-log.ts';
import { insertEvents } from '../domain/system-log/store.ts';
import { noteRunning } from '../domain/trail/note-running.ts';
import { serveDocs } from '../http/api/docs.ts';
import { apiEdges } from '../http/api/index.ts';
import { serveTusOptions } from '../http/api/medical-center/uploads.ts';
import { allowOrigins } from '../http/dicomweb/cors.ts';
import { dicomWebEdges, tellViewings } from '../http/dicomweb/index.ts';
import { serveDevelopmentPages } from '../http/pages/development.ts';
import { servePages } from '../http/pages/pages.ts';
import type { EdgeContext } from '../http/server/context.ts';
import { methodsOf } from '../http/server/methods-of.ts';
import { describeApi } from '../http/server/openapi.ts';
import { serveEdges } from '../http/server/serve.ts';
import { openServer } from '../http/server/server.ts';
import { openDownloadsUnderWay } from '../http/streams/downloads-under-way.ts';
import { openLiveEvents } from '../http/streams/live-events.ts';
import { openPlaces } from '../http/streams/places.ts';
import { type JobTimes, startImaging, startJobs, watchHealth } from '../jobs/jobs.ts';
import { SealedObjects } from '../platform/blobs/doors.ts';
import { openFileStore } from '../platform/blobs/file-store.ts';
import { type FileSystem, systemFiles } from '../platform/blobs/file-system.ts';
import { madeOnce } from '../platform/concurrency/made-once.ts';
import type { Config } from '../platform/config/config.ts';
import { openAdvisoryLocks } from '../platform/db/advisory-locks.ts';
import { checkServer, type ServerFacts } from '../platform/db/check-server.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { startEmbedded } from '../platform/db/embedded/index.ts';
import { openHeldPlaces } from '../platform/db/held-places.ts';
import { follow } from '../platform/db/listen.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openSharedCounts } from '../platform/db/shared-counts.ts';
import { newId } from '../platform/ids/ids.ts';
import { type Random, systemRandom } from '../platform/ids/random.ts';
import { openLog } from '../platform/log/log.ts';
import { openGateways } from '../platform/outbound/open-gateways.ts';
import { openQueue } from '../platform/queue/open-queue.ts';
import type { QueueEvent } from '../platform/queue/queue.ts';
import { openThrottle } from '../platform/throttle/throttle.ts';
import { openAnswerTimes } from '../platform/time/answer-times.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';

/** The parts that a test may replace. Everything else is the portal as it runs. */
export interface HouseParts {
  clock: Clock & { offsetMs?: number };
  random: Random;
  /** Where the database is, when it is neither embedded nor named by DATABASE_URL. */
  connection: DatabaseOptions['connection'] | null;
  /** The schema was made from a template already, and its cluster need not be safe. */
  testDatabase: boolean;
  passwords: Passwords;
  authorization: Authorization | null;
  /** Where the stored objects lie. */
  files: FileSystem;
  crashPoint: (point: CrashPoint) => void;
  jobs: JobTimes;
  /** How many times longer than usual a health probe and a thread that reads files may take: 1 but on a machine that may be slow. */
  timeFactor: number;
  pages: boolean;
  logger: Logger | null;
}

const usualParts = (): HouseParts => ({
  clock: systemClock,
  random: systemRandom,
  connection: null,
  testDatabase: false,
  passwords: openPasswords(),
  authorization: null,
  files: systemFiles(),
  crashPoint: () => undefined,
  jobs: {
    healthEveryMs: 5 * 60_000,
    sweepEveryMs: 3_600_000,
    sweepOlderThanMs: 24 * 3_600_000,
    prepareExams: true,
    sealEveryMs: 1_000, // security 4
    tellCountsEveryMs: 1_000,
  },
  timeFactor: 1,
  pages: true,
  logger: null,
});

/** A portal that answers. */
export interface House {
  app: FastifyInstance;
  portal: Portal;
  /** `http://127.0.0.1:PORT`. */
  origin: string;
  database: ServerFacts & { where: string };
  administrator: { email: string; madePassword: string | null } | null;
  /** Drains: requests finish, then queue, pools and database end, in the reverse of their opening. */
  close(): Promise<void>;
}

/** Builds the portal from its configuration: platform, then domain, then edges. Whatever was opened is closed again if a later part fails. */
export async function openHouse(config: Config, given: Partial<HouseParts> = {}): Promise<House> {
  const parts = { ...usualParts(), ...given };
  const closing: (() => Promise<unknown>)[] = [];
  const close = () => closeAll(closing);
  try {
    return { ...(await build(config, parts, (step) => closing.push(step))), close };
  } catch (error) {
    await close().catch(() => undefined); // what kept it from starting says more
    throw error;
  }
}

/** Every step, in the reverse of their opening, whatever one of them does; then the first failure. */
async function closeAll(steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The portal's records and files without its server, for a command that works on them. */
export interface Stores {
  portal: Portal;
  close(): Promise<void>;
}

/** Opens records and files as a start does, and nothing that answers or runs jobs. Fails as a start would. */
export async function openStores(config: Config, given: Partial<HouseParts> = {}): Promise<Stores> {
  const parts = { ...usualParts(), ...given };
  const closing: (() => Promise<unknown>)[] = [];
  const onClose: OnClose = (step) => closing.push(step);
  try {
    const systemLog = keepSystemLog(parts);
    const log = parts.logger ?? openLog(config.logLevel, { kept: systemLog.lines });
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const { db } = await openRecords(config, parts, { log, systemLog }, onClose);
    return { portal: await openPortal(config, parts, log, db, onClose), close: () => closeAll(closing) };
  } catch (error) {
    await closeAll(closing).catch(() => undefined); // what kept it from opening says more
    throw error;
  }
}

type OnClose = (step: () => Promise<unknown>) => void;

async function build(config: Config, parts: HouseParts, onClose: OnClose): Promise<Omit<House, 'close'>> {
  const systemLog = keepSystemLog(parts);
  const log = parts.logger ?? openLog(config.logLevel, { kept: systemLog.lines });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const { db, database } = await openRecords(config, parts, { log, systemLog }, onClose);
  const portal = await openPortal(config, parts, log, db, onClose);
  const gateways = openGateways(config, parts.clock);
  const times = openAnswerTimes(parts.clock);
  const health = openHealth(portal, {
    gateways,
    passwords: parts.passwords,
    api: { origin: () => app.listeningOrigin, times },
    keySource: config,
    dataDir: config.dataDir,
    timeFactor: parts.timeFactor,
  });
  let isStarted = false;
  onClose(async () => {
    if (isStarted) await noteRunning(portal, 'stop').catch((err) => log.warn({ err }, 'the stop left no event'));
  });
  // beside the threads of jobs: who waits for a picture does not wait for an upload's reading
  const onCodecMissing = () => systemLog.note('codec-missing');
  const { timeFactor } = parts;
  const pictures = new ImagingThreads(config.objectsFolder, { onCodecMissing, timeFactor });
  onClose(() => pictures.close());
  const context = {
    ...openContext(config, parts, portal, { health, pictures, ...openLimits(parts, portal, log, onClose) }),
    isReady: openReadiness(portal, () => isStarted),
  };
  const app = await openServer({
    logger: log,
    random: parts.random,
    times,
    https: config.posture === 'production',
    trustedProxies: config.trustedProxies,
    limits: { connectionsPerAddress: config.connectionsPerAddress },
    methodsOf,
  });
  // answers alone: a compressed request is refused, since what it expands to has no bound
  await app.register(compress, { threshold: 1_024, globalDecompression: false });
  allowOrigins(app, config.dicomWebOrigins);
  serveEdges(app, context, [...apiEdges, ...dicomWebEdges]);
  serveTusOptions(app);
  onClose(tellViewings(context.imaging.viewings));
  // open event streams would otherwise hold the drain up
  app.addHook('preClose', async () => context.live.close());
  await serveDocs(app, context);
  if (parts.pages) await (config.development ? serveDevelopmentPages : servePages)(app, parts.random);
  await startJobs(portal, gateways, systemLog, parts.jobs);
  const threads = new ImagingThreads(config.objectsFolder, { onCodecMissing, timeFactor });
  onClose(() => threads.close());
  await startImaging({ portal, threads }, parts.jobs.prepareExams);
  const events = follow(
    db.connect,
    announcementChannel,
    (payload) => context.live.publish(readAnnouncement(payload)),
    (error) => {
      context.live.hears(false);
      log.warn({ err: error }, 'live events wait for the database');
    },
    () => context.live.hears(true),
  );
  onClose(() => events.close());
  const origin = await app.listen({ host: config.host, port: config.port });
  onClose(() => app.close());
  // Last: a password that was made is printed only once all else has succeeded.
  const administrator = await makeFirstAdministrator(portal, parts.passwords, {
    email: config.adminEmail,
    password: config.adminPassword,
  });
  // after the server listens and has an administrator, since it looks at both
  watchHealth(portal, health, { isOpen: () => app.server.listening, everyMs: parts.jobs.healthEveryMs });
  noteStart(config, systemLog, database);
  await noteRunning(portal, 'start', { postgres: database.version });
  isStarted = true;
  return { app, portal, origin, database, administrator };
}

/** What an operator looks for first after a restart. */
function noteStart(config: Config, systemLog: SystemLog, database: ServerFacts): void {
  systemLog.note('started', { postgres: database.version });
  if (config.posture === 'production' && config.sms.driver === 'file') systemLog.note('sms-reach-nobody');
}

/** The database: found or started, checked, and brought up to date. The system log is written there from then on. */
async function openRecords(
  config: Config,
  parts: HouseParts,
  { log, systemLog }: { log: Logger; systemLog: SystemLog },
  onClose: OnClose,
): Promise<{ db: Database; database: House['database'] }> {
  const { connection, where } = await findDatabase(config, parts, log, onClose);
  const db = openDatabase({
    connection,
    applicationName: 'medcloud',
    clockOffsetMs: () => parts.clock.offsetMs ?? 0,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  onClose(() => db.close());
  const facts = await checkServer(db.pool, { allowUnsafe: parts.testDatabase });
  const applied = await migrate(connection);
  if (applied.length > 0) {
    log.info({ steps: applied.length, last: applied.at(-1) }, 'migrated');
    systemLog.note('migrated', { steps: applied.length, last: applied.at(-1) ?? '' });
  }
  systemLog.open((events) => db.within(systemScope('log'), (tx) => insertEvents(tx, events)));
  onClose(async () => {
    systemLog.note('stopped');
    await systemLog.close();
  });
  return { db, database: { ...facts, where } };
}

async function findDatabase(
  config: Config,
  parts: HouseParts,
  log: Logger,
  onClose: OnClose,
): Promise<{ connection: DatabaseOptions['connection']; where: string }> {
  if (parts.connection) return { connection: parts.connection, where: 'a test cluster' };
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, where: new URL(config.databaseUrl).host };
  const dataFolder = join(config.dataDir, 'postgres');
  const embedded = await startEmbedded({
    dataFolder,
    watchdog: true,
    sole: true,
    log: (line) => log.info({ line }, 'database'),
  });
  onClose(() => embedded.stop());
  return { connection: embedded.connection, where: dataFolder };
}

async function openPortal(
  config: Config,
  parts: HouseParts,
  log: Logger,
  db: Database,
  onClose: OnClose,
): Promise<Portal> {
  const { clock, random, files, crashPoint } = parts;
  const keys = await openKeys(db, random, config);
  const store = await openFileStore({ folder: config.objectsFolder, newId: () => newId(clock, random), files });
  const objects = new SealedObjects(store, random);
  onClose(() => objects.close());
  await pairStorage({ db, objects, clock, random });
  const queue = openQueue({
    pool: db.pool,
    connect: db.connect,
    random,
    report: (event) => log.warn(describeQueueEvent(event), 'queue'),
    // a clock that was set back, as the demonstration's is, holds no job up
    clockOffsetMs: () => Math.max(0, clock.offsetMs ?? 0),
  });
  onClose(() => queue.stop());
  const locks = openAdvisoryLocks(db.connect);
  onClose(() => locks.close());
  return { db, objects, queue, locks, keys, arrivals: new Arrivals(), clock, random, crashPoint, settings: config };
}

function describeQueueEvent(event: QueueEvent): Record<string, unknown> {
  return {
    event: event.event,
    ...('job' in event ? { job: event.job.kind, attempt: event.job.attempt } : {}),
    ...('error' in event ? { err: event.error } : {}),
    ...('isDead' in event ? { isDead: event.isDead } : {}),
  };
}

type Limits = Pick<EdgeContext, 'throttle' | 'uploadPlaces' | 'downloadPlaces'>;

/** What one caller may ask for, and have under way, over all nodes. */
function openLimits({ clock, jobs }: HouseParts, { db }: Portal, log: Logger, onClose: OnClose): Limits {
  const counts = openSharedCounts({
    pool: db.pool,
    clock,
    everyMs: jobs.tellCountsEveryMs,
    onTrouble: (err) => log.warn({ err }, 'requests are counted on this node alone'),
  });
  onClose(() => counts.close());
  const places = openHeldPlaces(db.connect);
  onClose(() => places.close());
  const { uploadsRunning, downloadsRunning } = sentences;
  return {
    throttle: openThrottle(db.pool, counts),
    uploadPlaces: openPlaces(places, { kind: 'uploads', perHolder: 3, perNode: 50, sentence: uploadsRunning }),
    downloadPlaces: openPlaces(places, { kind: 'downloads', perHolder: 4, perNode: 200, sentence: downloadsRunning }),
  };
}

function openContext(
  config: Config,
  parts: HouseParts,
  portal: Portal,
  { health, pictures, ...limits }: { health: Health; pictures: ImagingThreads } & Limits,
): Omit<EdgeContext, 'isReady'> {
  const { throttle } = limits;
  return {
    portal,
    config,
    authorization: parts.authorization ?? authorization(config.posture),
    ...limits,
    signInPorts: { passwords: parts.passwords, throttle },
    live: openLiveEvents(),
    imaging: {
      shelves: openShelves(),
      recent: new RecentSeries(portal.clock),
      viewings: new Viewings(portal),
      missingFrames: new MissingFrames(portal, portal.clock),
      pictures,
    },
    underWay: openDownloadsUnderWay(),
    health,
    apiDocument: madeOnce(() => describeApi(routes, config.publicUrl.origin)),
  };
}
