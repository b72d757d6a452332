import { Fault } from '@medcloud/contract/faults';
import { unavailableOr } from '../../platform/db/database.ts';
import type { HeldPlaces } from '../../platform/db/held-places.ts';

/** How many transfers of a kind run at once: of one holder over all nodes, of all holders on this node. */
export interface Places {
  /** Takes a place for its holder; the answer gives it back. Fails with `rate_limited` where none is free. */
  enter(holder: string): Promise<() => Promise<void>>;
}

export interface PlacesLimit {
  kind: 'uploads' | 'downloads';
  perHolder: number;
  perNode: number;
  sentence: string;
}

// A client that asks another node the moment one has answered may find the place still held there.
const patienceMs = 300;

/** Security 2.4: uploads 3 a center, 50 a node; downloads 4 a doctor, or a session of a center. */
export function openPlaces(places: HeldPlaces, { kind, perHolder, perNode, sentence }: PlacesLimit): Places {
  const running = new Map<string, number>();
  let all = 0;
  const refusal = () => new Fault('rate_limited', { message: sentence, retryAfterSeconds: 10 });
  const add = (holder: string, more: 1 | -1) => {
    all += more;
    const own = (running.get(holder) ?? 0) + more;
    if (own === 0) running.delete(holder);
    else running.set(holder, own);
  };
  return {
    async enter(holder) {
      if ((running.get(holder) ?? 0) >= perHolder || all >= perNode) throw refusal();
      add(holder, 1);
      try {
        const release = await places.take(`${kind} ${holder}`, perHolder, patienceMs);
        if (release === null) throw refusal();
        return async () => {
          add(holder, -1);
          await release();
        };
      } catch (error) {
        add(holder, -1);
        throw unavailableOr(error);
      }
    },
  };
}
