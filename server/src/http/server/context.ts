import type { SignInPorts } from '../../domain/accounts/sign-in.ts';
import type { Authorization } from '../../domain/authorization/may.ts';
import type { Viewings } from '../../domain/dicomweb/viewings.ts';
import type { Health } from '../../domain/health/check-health.ts';
import type { ImagingThreads } from '../../domain/imaging/imaging-threads.ts';
import type { MissingFrames } from '../../domain/imaging/missing-frames.ts';
import type { RecentSeries } from '../../domain/imaging/recent-series.ts';
import type { Shelves } from '../../domain/imaging/shelves.ts';
import type { Portal } from '../../domain/portal/portal.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Throttle } from '../../platform/throttle/throttle.ts';
import type { DownloadsUnderWay } from '../streams/downloads-under-way.ts';
import type { LiveEvents } from '../streams/live-events.ts';
import type { Places } from '../streams/places.ts';

/** What the edges are handed by `house.ts`. */
export interface EdgeContext {
  portal: Portal;
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
    shelves: Shelves;
    recent: RecentSeries;
    missingFrames: MissingFrames;
    viewings: Viewings;
    pictures: ImagingThreads;
  };
  uploadPlaces: Places;
  downloadPlaces: Places;
  underWay: DownloadsUnderWay;
  /** The API as an OpenAPI document, made at the first question and kept: it takes 20 ms, and anybody may ask. */
  apiDocument: () => Record<string, unknown>;
}
