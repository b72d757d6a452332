import type { Clock } from '@medcloud/server/src/platform/time/clock.ts';

/** The machine's clock with an offset, moved through the seeded year. It never runs backwards. */
export class MovingClock implements Clock {
  #offsetMs: number;

  constructor(start: Date) {
    this.#offsetMs = start.getTime() - Date.now();
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  moveTo(moment: Date): void {
    this.#offsetMs += Math.max(0, moment.getTime() - this.now().getTime());
  }
}
