import { Fault } from '@medcloud/contract/faults';
import { sentences } from '@medcloud/contract/sentences';

/** How many uploads run at once (security 2.4): 3 a center, 50 a node. */
export interface UploadPlaces {
  /** Takes a place; the answer gives it back. Fails with `rate_limited` where none is free. */
  enter(centerId: string): () => void;
}

export function openUploadPlaces({ perCenter, perNode } = { perCenter: 3, perNode: 50 }): UploadPlaces {
  const running = new Map<string, number>();
  let all = 0;
  return {
    enter(centerId) {
      const own = running.get(centerId) ?? 0;
      if (own >= perCenter || all >= perNode) {
        throw new Fault('rate_limited', {
          message: sentences.uploadsRunning,
          retryAfterSeconds: 10,
        });
      }
      running.set(centerId, own + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (running.get(centerId) ?? 1) - 1;
        if (left === 0) running.delete(centerId);
        else running.set(centerId, left);
      };
    },
  };
}
