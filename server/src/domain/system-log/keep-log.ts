import { Fault } from '@medcloud/contract/faults';
import type { Params } from '@medcloud/contract/operations/fill';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { Random } from '../../platform/ids/random.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readLine } from './read-line.ts';
import { newEvent, type SystemEvent } from './system-event.ts';

/** The system log as the running process feeds it, outside any transaction. */
export interface SystemLog {
  /** Notes an event. Never fails and never waits: it is written with others within a second or two. */
  note(code: SystemEventCode, params?: Params): void;
  /** Where the process's log hands its lines of `warn` and worse. */
  readonly lines: { write(line: string): void };
  /** From now on events are written by `write`; those noted before are not lost. */
  open(write: Write): void;
  /** Writes what still waits, for two seconds at most. Afterwards nothing more is written. */
  close(): Promise<void>;
}

type Write = (events: readonly SystemEvent[]) => Promise<void>;

export interface KeepTiming {
  /** How long the first event waits for others. */
  gatherMs: number;
  /** The longest wait between two tries while the database is away. */
  longestWaitMs: number;
  lastWriteMs: number;
}

const usualTiming: KeepTiming = { gatherMs: 1_000, longestWaitMs: 30_000, lastWriteMs: 2_000 };
const mostWaiting = 200; // distinct ones: the same again is counted, not kept

/** Opens the log's memory. Nothing is written before `open`. */
export function keepSystemLog(kit: { clock: Clock; random: Random }, timing: Partial<KeepTiming> = {}): SystemLog {
  return new Keeper(kit, { ...usualTiming, ...timing });
}

/** Gathers events, counts repetitions, and writes them in batches. A write that fails says nothing: a log line about it would come back here. */
class Keeper implements SystemLog {
  readonly lines = { write: (line: string) => this.#take(line) };
  readonly #kit: { clock: Clock; random: Random };
  readonly #timing: KeepTiming;
  #waiting = new Map<string, SystemEvent>();
  #leftOut = 0;
  #write: Write | undefined;
  #writing: Promise<void> | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(kit: { clock: Clock; random: Random }, timing: KeepTiming) {
    this.#kit = kit;
    this.#timing = timing;
  }

  note(code: SystemEventCode, params: Params = {}): void {
    if (this.#isClosed) return;
    const key = JSON.stringify([code, params]);
    const known = this.#waiting.get(key);
    if (known) known.times += 1;
    else if (this.#waiting.size >= mostWaiting) this.#leftOut += 1;
    else this.#waiting.set(key, newEvent(this.#kit, code, params));
    this.#schedule();
  }

  open(write: Write): void {
    this.#write = write;
    this.#schedule();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const last = (this.#writing ?? Promise.resolve()).then(() => this.#flush());
    this.#isClosed = true;
    let limit: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, this.#timing.lastWriteMs);
    });
    await Promise.race([last, patience]);
    clearTimeout(limit);
    clearTimeout(this.#timer);
  }

  #take(line: string): void {
    const read = readLine(line);
    if (read) this.note(read.code, read.params);
  }

  #schedule(): void {
    if (!this.#write || this.#timer || this.#writing || this.#isClosed || this.#waiting.size === 0) return;
    const waitMs = Math.min(this.#timing.gatherMs * 2 ** Math.min(this.#failures, 20), this.#timing.longestWaitMs);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#flush().finally(() => {
        this.#writing = undefined;
        this.#schedule();
      });
    }, waitMs).unref();
  }

  async #flush(): Promise<void> {
    const { batch, leftOut } = this.#batch();
    if (!this.#write || batch.size === 0) return;
    try {
      await this.#write([...batch.values()]);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#leftOut += leftOut;
      // an absent database comes back; a batch that it refuses would be refused for ever
      if (error instanceof Fault && error.code === 'unavailable') this.#putBack(batch);
      else this.#leftOut += batch.size;
    }
  }

  /** Takes what waits, with a word about what did not fit. */
  #batch(): { batch: Map<string, SystemEvent>; leftOut: number } {
    const batch = this.#waiting;
    const leftOut = this.#leftOut;
    this.#waiting = new Map();
    this.#leftOut = 0;
    if (leftOut > 0) batch.set('', newEvent(this.#kit, 'lines-left-out', { count: leftOut }));
    return { batch, leftOut };
  }

  #putBack(batch: Map<string, SystemEvent>): void {
    batch.delete('');
    for (const [key, event] of this.#waiting) {
      const earlier = batch.get(key);
      if (earlier) earlier.times += event.times;
      else if (batch.size >= mostWaiting) this.#leftOut += event.times;
      else batch.set(key, event);
    }
    this.#waiting = batch;
  }
}
