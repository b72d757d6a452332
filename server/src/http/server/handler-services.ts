import type { SignInPorts } from '../../domain/accounts/sign-in/sign-in.ts';
import type { Authorization } from '../../domain/authorization/authorize.ts';
import type { GetListedPrices } from '../../domain/billing/prices/listed-prices.ts';
import type { AppContext } from '../../domain/core/context.ts';
import type { AccessLogger } from '../../domain/dicomweb/access-logger.ts';
import type { ZipUploadScanners } from '../../domain/exams/receive/zip-upload-scanner.ts';
import type { Health } from '../../domain/health/create-health.ts';
import type { MissingFrames } from '../../domain/imaging/cache/missing-frames.ts';
import type { RecentSeries } from '../../domain/imaging/cache/recent-series.ts';
import type { RenderedImages } from '../../domain/imaging/cache/rendered-images.ts';
import type { SeriesCaches } from '../../domain/imaging/cache/series-caches.ts';
import type { ImagingWorkers } from '../../domain/imaging/worker/imaging-workers.ts';
import type { OwnAccessLogger } from '../../domain/own/own-access-logger.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Throttle } from '../../platform/throttle/throttle.ts';
import type { ConcurrencyLimit } from '../streams/concurrency-limit.ts';
import type { ActiveDownloads } from '../streams/download/active-downloads.ts';
import type { LiveEvents } from '../streams/live-events.ts';

/** The services that `create-app.ts` passes to the handlers. */
export interface HandlerServices {
  context: AppContext;
  config: Config;
  authorization: Authorization;
  throttle: Throttle;
  signInPorts: SignInPorts;
  live: LiveEvents;
  health: Health;
  /** True if database and storage respond now. */
  isReady: () => Promise<boolean>;
  /**
   * Services for reading indexed exams: caches, recently opened series, the access logger, and the workers that render
   * on request.
   */
  imaging: {
    caches: SeriesCaches;
    recent: RecentSeries;
    missingFrames: MissingFrames;
    accessLogger: AccessLogger;
    renderWorkers: ImagingWorkers;
    renderedImages: RenderedImages;
  };
  ownAccessLogger: OwnAccessLogger;
  listedPrices: GetListedPrices;
  zipScanners: ZipUploadScanners;
  uploadLimit: ConcurrencyLimit;
  downloadLimit: ConcurrencyLimit;
  activeDownloads: ActiveDownloads;
  /** The API as an OpenAPI document, built on first use and cached: it takes 20 ms, and anyone may request it. */
  apiDocument: () => Record<string, unknown>;
}
