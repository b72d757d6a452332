import { limits } from '@medcloud/contract';
import type { Finding } from '@medcloud/contract/operations/health';
import type { AnchorWatch } from '../../audit/anchors/anchor-watch.ts';
import type { AnchorPlace } from '../../audit/anchors/places.ts';
import { listPlaceStates, type PlaceState } from '../../audit/anchors/reads.ts';
import { deriveChainKeys } from '../../audit/chain/chain-keys.ts';
import { findLostAnchor } from '../../audit/chain/write-checkpoint.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

export interface AnchorFacts {
  places: readonly Pick<AnchorPlace, 'name' | 'everyMs'>[];
  watch: Pick<AnchorWatch, 'last'>;
}

/** Reports whether the audit chain has what its anchors have, and whether each place gets the checkpoints in time. */
export function anchorsProbe(
  context: Pick<AppContext, 'db' | 'keys' | 'settings'>,
  { places, watch }: AnchorFacts,
): Probe {
  const keys = deriveChainKeys(context.keys);
  return {
    name: 'anchors',
    failureCode: 'anchors-failed',
    check: () =>
      context.db.within(systemScope('health'), async (tx) => {
        const lost = await findLostAnchor(context, tx, keys, watch.last().anchors);
        if (lost !== null)
          return { code: 'anchors-behind', params: { where: lost.place, records: lost.checkpoint.seq } };
        if (places.length === 0) return { code: missingCode(context), params: {} };
        return findLate(
          places,
          await listPlaceStates(
            tx,
            places.map(({ name }) => name),
          ),
        );
      }),
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
