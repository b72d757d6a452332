import { limits } from '@medcloud/contract';
import type { Finding } from '@medcloud/contract/operations/health';
import { withTimeout } from '../../../platform/concurrency/timeouts.ts';
import type { AnchorWatch, UnreadPlace } from '../../audit/anchors/anchor-watch.ts';
import type { AnchorPlace } from '../../audit/anchors/places.ts';
import { listPlaceStates, type PlaceState } from '../../audit/anchors/reads.ts';
import { findLostAnchor } from '../../audit/chain/write-checkpoint.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { describeError, type Probe } from '../probe.ts';

export interface AnchorFacts {
  places: readonly Pick<AnchorPlace, 'name' | 'everyMs'>[];
  watch: AnchorWatch;
}

// a place that hangs does not make the check fail
const maxWaitMs = 2_000;

/**
 * Reports whether every place of anchors was read, whether the audit chain has what they have, and whether each place
 * gets the checkpoints in time.
 */
export function anchorsProbe(context: Pick<AppContext, 'db' | 'settings'>, { places, watch }: AnchorFacts): Probe {
  return {
    name: 'anchors',
    failureCode: 'anchors-failed',
    async check() {
      const { anchors, unread } = await withTimeout(maxWaitMs, watch.read(), watch.last);
      return await context.db.within(systemScope('health'), async (tx) => {
        const lost = await findLostAnchor(tx, anchors, watch.restores);
        if (lost !== null)
          return { code: 'anchors-behind', params: { where: lost.place, records: lost.checkpoint.seq } };
        const [first] = unread;
        if (first !== undefined) return toUnreadFinding(first);
        if (places.length === 0) return { code: missingCode(context), params: {} };
        return findLate(
          places,
          await listPlaceStates(
            tx,
            places.map(({ name }) => name),
          ),
        );
      });
    },
  };
}

function toUnreadFinding({ place, waitedMs, error }: UnreadPlace): Finding {
  return {
    code: waitedMs >= limits.anchorUnreadMs ? 'anchors-silent' : 'anchors-unread',
    params: { where: place, overdueMs: waitedMs, error: error === null ? 'TimeoutError' : describeError(error) },
  };
}

const missingCode = ({ settings }: Pick<AppContext, 'settings'>) =>
  settings.posture === 'production' ? ('anchors-missing' as const) : ('anchors-optional' as const);

function findLate(places: AnchorFacts['places'], states: readonly PlaceState[]): Finding {
  const everyMs = new Map(places.map(({ name, everyMs: interval }) => [name, interval]));
  const late = states.find(({ place, waitedMs }) => waitedMs >= limits.anchorLateMs + (everyMs.get(place) ?? 0));
  if (late) return { code: 'anchors-late', params: { where: late.place, overdueMs: late.waitedMs } };
  return { code: 'anchors-well', params: { count: places.length } };
}
