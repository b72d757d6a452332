import type { SignInPorts } from '../../domain/accounts/sign-in/sign-in.ts';
import type { Authorization } from '../../domain/authorization/authorize.ts';
import type { AppContext } from '../../domain/core/context.ts';
import type { AccessLogger } from '../../domain/dicomweb/access-logger.ts';
import type { Health } from '../../domain/health/create-health.ts';
import type { MissingFrames } from '../../domain/imaging/cache/missing-frames.ts';
import type { RecentSeries } from '../../domain/imaging/cache/recent-series.ts';
import type { SeriesCaches } from '../../domain/imaging/cache/series-caches.ts';
import type { ImagingWorkers } from '../../domain/imaging/worker/imaging-workers.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Throttle } from '../../platform/throttle/throttle.ts';
import type { ActiveDownloads } from '../streams/active-downloads.ts';
import type { ConcurrencyLimit } from '../streams/concurrency-limit.ts';
import type { LiveEvents } from '../streams/live-events.ts';

/** What the edges are handed by `create-app.ts`. */
export interface HandlerServices {
  context: AppContext;
  config: Config;
  authorization: Authorization;
  throttle: Throttle;
  signInPorts: SignInPorts;
  live: LiveEvents;
  health: Health;
  /** Whether database and storage answer now. */
  isReady: () => Promise<boolean>;
  /** What reads prepared exams: the series opened last, the trace of what is looked at, and the thread that paints for who waits. */
  imaging: {
    caches: SeriesCaches;
    recent: RecentSeries;
    missingFrames: MissingFrames;
    accessLogger: AccessLogger;
    renderWorkers: ImagingWorkers;
  };
  uploadLimit: ConcurrencyLimit;
  downloadLimit: ConcurrencyLimit;
  activeDownloads: ActiveDownloads;
  /** The API as an OpenAPI document, made at the first question and kept: it takes 20 ms, and anybody may ask. */
  apiDocument: () => Record<string, unknown>;
}
