import { Fault } from '@medcloud/contract/faults';

/** How many transfers of a kind run at once on this node. */
export interface Places {
  /** Takes a place for its holder; the answer gives it back. Fails with `rate_limited` where none is free. */
  enter(holder: string): () => void;
}

/** Security 2.4: uploads 3 a center, 50 a node; downloads 4 a doctor, or a session of a center. */
export function openPlaces(limit: { perHolder: number; perNode: number; sentence: string }): Places {
  const running = new Map<string, number>();
  let all = 0;
  return {
    enter(holder) {
      const own = running.get(holder) ?? 0;
      if (own >= limit.perHolder || all >= limit.perNode)
        throw new Fault('rate_limited', { message: limit.sentence, retryAfterSeconds: 10 });
      running.set(holder, own + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (running.get(holder) ?? 1) - 1;
        if (left === 0) running.delete(holder);
        else running.set(holder, left);
      };
    },
  };
}
