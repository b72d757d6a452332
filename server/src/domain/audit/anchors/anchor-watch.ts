import { singleFlight } from '../../../platform/concurrency/timeouts.ts';
import type { AppContext } from '../../core/context.ts';
import { deriveChainKeys } from '../chain/chain-keys.ts';
import type { CheckpointLine } from '../chain/write-checkpoint.ts';
import { fetchAnchors } from './fetch-anchors.ts';
import type { AnchorPlace } from './places.ts';

export type WatchedAnchor = CheckpointLine & { place: string };

/** What the places had at the last reading. */
export interface WatchedAnchors {
  anchors: readonly WatchedAnchor[];
}

/** The newest anchors outside, as this node read them at its start and each hour. */
export interface AnchorWatch {
  /** Reads them if they were not read within the hour. Places that do not answer are left out. */
  read(): Promise<WatchedAnchors>;
  /** Returns the last ones without waiting; none before the first reading. */
  last(): WatchedAnchors;
}

const readEveryMs = 3_600_000;

export function createAnchorWatch(
  context: Pick<AppContext, 'keys' | 'clock' | 'settings'>,
  places: readonly AnchorPlace[],
): AnchorWatch {
  const keys = deriveChainKeys(context.keys);
  let last: WatchedAnchors = { anchors: [] };
  let readAt = Number.NEGATIVE_INFINITY;
  const read = singleFlight(async () => {
    const collected = await fetchAnchors({ places, folders: context.settings.auditFolders }, keys);
    last = { anchors: collected.anchors.flatMap(({ place, signed }) => (signed ? [{ place, ...signed }] : [])) };
    readAt = context.clock.now().getTime();
  });
  return {
    async read() {
      if (context.clock.now().getTime() - readAt >= readEveryMs) await read();
      return last;
    },
    last: () => last,
  };
}
