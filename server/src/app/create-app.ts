import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import compress from '@fastify/compress';
import { issueCode, routes } from '@medcloud/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createFirstAdministrator } from '../domain/accounts/create-first-administrator.ts';
import { createPasswordHasher } from '../domain/accounts/passwords/password-hasher.ts';
import { createAnchorWatch } from '../domain/audit/anchors/anchor-watch.ts';
import { openPlace } from '../domain/audit/anchors/places.ts';
import { recordLifecycleEvent } from '../domain/audit/record/record-lifecycle-event.ts';
import { createAuthorization, systemScope } from '../domain/authorization/authorize.ts';
import { createListedPrices } from '../domain/billing/prices/listed-prices.ts';
import type { AppContext } from '../domain/core/context.ts';
import { notificationChannel, parseNotification } from '../domain/core/notify-clients.ts';
import { AccessLogger } from '../domain/dicomweb/access-logger.ts';
import { ZipUploadScanners } from '../domain/exams/receive/zip-upload-scanner.ts';
import { createHealth, type Health } from '../domain/health/create-health.ts';
import { createReadinessCheck } from '../domain/health/create-readiness-check.ts';
import { MissingFrames } from '../domain/imaging/cache/missing-frames.ts';
import { RecentSeries } from '../domain/imaging/cache/recent-series.ts';
import { RenderedImages } from '../domain/imaging/cache/rendered-images.ts';
import { createSeriesCaches } from '../domain/imaging/cache/series-caches.ts';
import {
  getRenderPoolSize,
  ImagingWorkers,
  type ImagingWorkersOptions,
} from '../domain/imaging/worker/imaging-workers.ts';
import { RefusedImages } from '../domain/imaging/worker/refused-images.ts';
import { OwnAccessLogger } from '../domain/own/own-access-logger.ts';
import { createSystemLog, type SystemLog } from '../domain/system-log/create-system-log.ts';
import { registerDocs } from '../http/api/docs.ts';
import { registerTusOptions } from '../http/api/medical-center/uploads.ts';
import { allowOrigins } from '../http/dicomweb/cors.ts';
import { dicomWebHandlers, startAccessLogFlush, startRenderedImagesFlush } from '../http/dicomweb/index.ts';
import { startMetricsServer } from '../http/metrics/metrics-server.ts';
import { registerDevelopmentPages } from '../http/pages/register-development-pages.ts';
import { registerPages } from '../http/pages/register-pages.ts';
import { createServer } from '../http/server/create-server.ts';
import { findAllowedMethods } from '../http/server/find-allowed-methods.ts';
import type { HandlerServices } from '../http/server/handler-services.ts';
import { loadApiHandlers } from '../http/server/load-api-handlers.ts';
import { describeApi } from '../http/server/openapi.ts';
import { registerRoutes } from '../http/server/register-routes.ts';
import { createConcurrencyLimit } from '../http/streams/concurrency-limit.ts';
import { createActiveDownloads } from '../http/streams/download/active-downloads.ts';
import { createLiveEvents } from '../http/streams/live-events.ts';
import { startImaging, startJobs, startScanning, watchHealth } from '../jobs/jobs.ts';
import { memoize } from '../platform/concurrency/memoize.ts';
import type { Config } from '../platform/config/config.ts';
import type { ServerFacts } from '../platform/db/check-server.ts';
import { listenToChannel } from '../platform/db/listen-to-channel.ts';
import { openLog } from '../platform/log/log.ts';
import { openFiscal } from '../platform/outbound/fiscal/open-fiscal.ts';
import { openGateways } from '../platform/outbound/open-gateways.ts';
import { openVies } from '../platform/outbound/vies/check-vat-number.ts';
import { openDistributedLimit } from '../platform/throttle/distributed-limit.ts';
import { openSharedCounts } from '../platform/throttle/shared-counts.ts';
import { openThrottle } from '../platform/throttle/throttle.ts';
import { openResponseTimes } from '../platform/time/response-times.ts';
import { type AppOverrides, defaultParts } from './app-overrides.ts';
import {
  closeAll,
  createContext,
  type MigratedDatabase,
  type OnClose,
  openMigratedDatabase,
} from './create-context.ts';

/** The running application. */
export interface App {
  fastify: FastifyInstance;
  context: AppContext;
  /** `http://127.0.0.1:PORT`. */
  origin: string;
  /** Origin of the metrics; null if METRICS_PORT is not set. */
  metricsOrigin: string | null;
  database: MigratedDatabase['database'];
  administrator: { email: string; generatedPassword: string | null } | null;
  /** Lets running requests finish, then closes queue, pools and database in reverse order of opening. */
  close(): Promise<void>;
}

/**
 * Creates the application: platform, domain, then HTTP. If a step fails, closes everything already opened, in reverse
 * order.
 */
export async function createApp(config: Config, overrides: Partial<AppOverrides> = {}): Promise<App> {
  const parts = { ...defaultParts(), ...overrides, passwords: overrides.passwords ?? createPasswordHasher() };
  const closeSteps: (() => Promise<unknown>)[] = [];
  const close = () => closeAll(closeSteps);
  try {
    return { ...(await build(config, parts, (step) => closeSteps.push(step))), close };
  } catch (error) {
    await close().catch(() => undefined); // the start's error explains more than the error of closing
    throw error;
  }
}

async function build(config: Config, parts: AppOverrides, onClose: OnClose): Promise<Omit<App, 'close'>> {
  const systemLog = createSystemLog(parts);
  const log = parts.logger ?? openLog(config.logLevel, { warnings: systemLog.lines });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const { db, database } = await openMigratedDatabase(config, parts, { log, systemLog }, onClose);
  const context = await createContext(config, parts, log, db, onClose);
  const gateways = openGateways(config, parts.clock);
  const responseTimes = openResponseTimes(parts.clock);
  const places = config.anchors.map((anchor) => openPlace(anchor, { ...parts, publicUrl: config.publicUrl, gateways }));
  const watch = createAnchorWatch(context, places);
  const health = createHealth(context, {
    anchors: { places, watch },
    auditStream: config.auditStream,
    gateways,
    passwords: parts.passwords,
    api: { origin: () => fastify.listeningOrigin, responseTimes },
    key: { source: config.keySource, isDatabaseEmbedded: config.databaseUrl === null },
    dataDir: config.dataDir,
    timeFactor: parts.timeFactor,
  });
  let isStarted = false;
  onClose(async () => {
    if (isStarted)
      await recordLifecycleEvent(context, 'stop').catch((err) => log.warn({ err }, 'the stop left no event'));
  });
  // Rendering has its own workers, so a request for an image does not wait for the indexing of an upload.
  const workerOptions = createWorkerOptions(systemLog, parts, onClose);
  const renderWorkers = new ImagingWorkers(config.objectsFolder, {
    ...getRenderPoolSize(availableParallelism()),
    ...workerOptions,
  });
  onClose(() => renderWorkers.close());
  const renderedImages = new RenderedImages(context, renderWorkers);
  const zipScanners = new ZipUploadScanners();
  const services = {
    ...createHandlerServices(config, parts, context, {
      health,
      renderWorkers,
      renderedImages,
      zipScanners,
      ...createLimits(parts, context, log, onClose),
    }),
    isReady: createReadinessCheck(context, () => isStarted),
  };
  const fastify = await createServer({
    logger: log,
    random: parts.random,
    responseTimes,
    isHttps: config.posture === 'production',
    trustedProxies: config.trustedProxies,
    limits: { maxConnectionsPerAddress: config.connectionsPerAddress },
    findAllowedMethods,
  });
  // Compresses responses only. A compressed request is rejected because its expanded size has no limit.
  await fastify.register(compress, { threshold: 1_024, globalDecompression: false });
  allowOrigins(fastify, config.dicomWebOrigins);
  registerRoutes(fastify, services, [...(await loadApiHandlers()), ...dicomWebHandlers]);
  registerTusOptions(fastify);
  onClose(startAccessLogFlush(services.imaging.accessLogger));
  onClose(startRenderedImagesFlush(renderedImages));
  // Open event streams would delay the shutdown.
  fastify.addHook('preClose', async () => services.live.close());
  await registerDocs(fastify, services);
  const register = config.isDevelopment ? registerDevelopmentPages : registerPages;
  if (parts.hasPages) await register(fastify, parts.random, services.listedPrices);
  const ports = { gateways, ...openTaxPorts(config) };
  await startJobs(context, ports, systemLog, parts.jobs, { places, watch, stream: config.auditStream });
  const metrics = await startMetrics(config, context, onClose);
  const workers = new ImagingWorkers(config.objectsFolder, workerOptions);
  onClose(() => workers.close());
  await startImaging({ context, workers, zipScanners }, parts.jobs.shouldIndexExams);
  await startScanning(context, parts.jobs.scanEveryMs);
  const events = listenToNotifications(context, services, log);
  onClose(() => events.close());
  const origin = await fastify.listen({ host: config.host, port: config.port });
  onClose(() => fastify.close());
  if (parts.jobs.shouldWarmUpWorkers) void renderWorkers.warmUp();
  // Comes last: a generated password is printed only after everything else has succeeded.
  const administrator = await createFirstAdministrator(context, parts.passwords, {
    email: config.adminEmail,
    password: config.adminPassword,
  });
  // Starts after the server listens and has an administrator, because it checks both.
  watchHealth(context, health, { isOpen: () => fastify.server.listening, everyMs: parts.jobs.healthEveryMs });
  logStart(config, systemLog, database);
  await recordLifecycleEvent(context, 'start', { postgres: database.version });
  isStarted = true;
  return { fastify, context, origin, metricsOrigin: metrics?.origin ?? null, database, administrator };
}

/** The tax authority, and VIES if the settings name one. */
function openTaxPorts({ fiscal, vies }: Config) {
  return { fiscal: openFiscal(fiscal), vies: vies === null ? null : openVies(vies) };
}

async function startMetrics({ metricsPort: port, auditStream }: Config, context: AppContext, onClose: OnClose) {
  if (port === null) return null;
  const server = await startMetricsServer(context, { port, auditStream });
  onClose(() => server.close());
  return server;
}

/**
 * Publishes the notifications of all nodes to the clients of this one. Ignores others: every statement of the
 * application's login may send any text. Images of a changed exam leave the memory.
 */
function listenToNotifications(
  { db }: AppContext,
  { live, imaging }: Pick<HandlerServices, 'live' | 'imaging'>,
  log: Logger,
) {
  return listenToChannel(
    db.connect,
    notificationChannel,
    (payload) => {
      try {
        const notification = parseNotification(payload);
        live.publish(notification);
        if (!('kind' in notification) || notification.kind !== 'exam') return;
        for (const examId of notification.ids) imaging.renderedImages.removeExam(examId);
      } catch {
        // not the error: it may quote what was sent
        log.warn({ event: 'notification_refused' }, 'a notification is not one of the portal’s and was ignored');
      }
    },
    (error) => {
      live.setListening(false);
      log.warn({ event: 'events_wait', err: error }, 'live events wait for the database');
    },
    () => live.setListening(true),
  );
}

/** Returns the options of all imaging workers: what they cannot load or decode is in the system log. */
function createWorkerOptions(
  systemLog: SystemLog,
  { timeFactor }: AppOverrides,
  onClose: OnClose,
): Pick<ImagingWorkersOptions, 'onCodecMissing' | 'onRefused' | 'timeFactor'> {
  const refusedImages = new RefusedImages((form, count) => systemLog.log('picture-refused', { ...form, count }));
  const stop = refusedImages.start();
  onClose(async () => stop());
  return { onCodecMissing: () => systemLog.log('codec-missing'), onRefused: refusedImages.add, timeFactor };
}

/** Writes the system log entries that an operator needs first after a restart. */
function logStart(config: Config, systemLog: SystemLog, database: ServerFacts): void {
  systemLog.log('started', { postgres: database.version });
  if (config.posture === 'production' && config.sms.driver === 'file') systemLog.log('sms-reach-nobody');
  if (config.fiscal.driver === 'mydata') systemLog.log('fiscal-interface');
}

type ConnectionLimits = Pick<HandlerServices, 'throttle' | 'uploadLimit' | 'downloadLimit'>;

/** Creates the request throttle and the limits of concurrent uploads and downloads, counted over all nodes. */
function createLimits(
  { clock, jobs }: AppOverrides,
  { db }: AppContext,
  log: Logger,
  onClose: OnClose,
): ConnectionLimits {
  const counts = openSharedCounts({
    statements: db.statements(systemScope('throttle')),
    clock,
    everyMs: jobs.publishCountsEveryMs,
    onError: (err) => log.warn({ err }, 'requests are counted on this node alone'),
  });
  onClose(() => counts.close());
  const distributedLimit = openDistributedLimit(db.connect);
  onClose(() => distributedLimit.close());
  return {
    throttle: openThrottle(db.statements(systemScope('throttle')), counts),
    uploadLimit: createConcurrencyLimit(distributedLimit, {
      kind: 'uploads',
      maxPerHolder: 3,
      maxPerNode: 50,
      reason: issueCode('uploads_running'),
    }),
    downloadLimit: createConcurrencyLimit(distributedLimit, {
      kind: 'downloads',
      maxPerHolder: 4,
      maxPerNode: 200,
      reason: issueCode('downloads_running'),
    }),
  };
}

function createHandlerServices(
  config: Config,
  parts: AppOverrides,
  context: AppContext,
  {
    health,
    renderWorkers,
    renderedImages,
    zipScanners,
    ...limits
  }: Pick<HandlerServices['imaging'], 'renderWorkers' | 'renderedImages'> & {
    health: Health;
    zipScanners: ZipUploadScanners;
  } & ConnectionLimits,
): Omit<HandlerServices, 'isReady'> {
  const { throttle } = limits;
  return {
    context,
    config,
    authorization: parts.authorization ?? createAuthorization(config.posture),
    ...limits,
    zipScanners,
    signInPorts: { passwords: parts.passwords, throttle },
    live: createLiveEvents(),
    imaging: {
      caches: createSeriesCaches(),
      recent: new RecentSeries(context.clock),
      accessLogger: new AccessLogger(context),
      missingFrames: new MissingFrames(context, context.clock),
      renderWorkers,
      renderedImages,
    },
    listedPrices: createListedPrices(context),
    ownAccessLogger: new OwnAccessLogger(context),
    activeDownloads: createActiveDownloads(),
    health,
    apiDocument: memoize(() => describeApi(routes, config.publicUrl.origin)),
  };
}
