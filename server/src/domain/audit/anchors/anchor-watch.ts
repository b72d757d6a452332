import { singleFlight } from '../../../platform/concurrency/timeouts.ts';
import type { AppContext } from '../../core/context.ts';
import { deriveChainKeys } from '../chain/chain-keys.ts';
import { RestoreReader } from '../chain/restore-reader.ts';
import type { CheckpointLine } from '../chain/write-checkpoint.ts';
import type { AnchorPlace } from './places.ts';
import { type AnchorSource, openSources, readNewestAnchors, toListOptions } from './read-anchors.ts';

export type WatchedAnchor = CheckpointLine & { place: string };

/** A place that has not been read since the start. */
export interface UnreadPlace {
  place: string;
  waitedMs: number;
  /** Why the last attempt failed; null while the first one runs. */
  error: unknown;
}

/** What the places had at the last reading. */
export interface WatchedAnchors {
  anchors: readonly WatchedAnchor[];
  /** Nothing is signed or sent before every place was read: the log may have been rolled back while the portal was down. */
  unread: readonly UnreadPlace[];
}

/** The newest anchors outside, as this node reads them. */
export interface AnchorWatch {
  /** The restores in this node's checkpoint files, which explain why anchors of a time before are missing. */
  restores: RestoreReader;
  /** Reads each place at the start and each hour; each minute if it did not answer. Never rejects. */
  read(): Promise<WatchedAnchors>;
  /** Returns the last ones without waiting. A place that stops answering keeps those of before. */
  last(): WatchedAnchors;
}

const readEveryMs = 3_600_000;
const retryEveryMs = 60_000;
// a place whose list takes longer, such as one that someone filled, counts as one that does not answer
const readLimitMs = 60_000;

interface Watched {
  source: AnchorSource;
  anchors: readonly WatchedAnchor[];
  isRead: boolean;
  error: unknown;
  dueAt: number;
}

export function createAnchorWatch(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'settings'>,
  places: readonly AnchorPlace[],
): AnchorWatch {
  const keys = deriveChainKeys(context.keys);
  const now = () => context.clock.now().getTime();
  const startedAt = now();
  const sources = openSources({ places, folders: context.settings.auditFolders });
  const watched = sources.map(
    (source): Watched => ({ source, anchors: [], isRead: false, error: null, dueAt: Number.NEGATIVE_INFINITY }),
  );
  const readOne = async (one: Watched) => {
    try {
      const signal = AbortSignal.timeout(readLimitMs);
      const anchors = await readNewestAnchors(
        one.source,
        keys,
        toListOptions(context, () => signal),
      );
      one.anchors = anchors.flatMap(({ place, signed }) => (signed ? [{ place, ...signed }] : []));
      one.isRead = true;
      one.dueAt = now() + readEveryMs;
    } catch (error) {
      one.error = error;
      one.dueAt = now() + retryEveryMs;
    }
  };
  const readDue = singleFlight(() => Promise.all(watched.filter(({ dueAt }) => dueAt <= now()).map(readOne)));
  const last = (): WatchedAnchors => ({
    anchors: watched.flatMap(({ anchors }) => anchors),
    unread: watched
      .filter(({ isRead }) => !isRead)
      .map(({ source, error }) => ({ place: source.name, waitedMs: now() - startedAt, error })),
  });
  return {
    restores: new RestoreReader(context.settings.auditFolders, keys),
    async read() {
      await readDue();
      return last();
    },
    last,
  };
}
