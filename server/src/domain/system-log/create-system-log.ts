import { Fault } from '@medcloud/contract/faults';
import type { MessageParams } from '@medcloud/contract/operations/format-message';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { Random } from '../../platform/ids/random.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { parseLogLine } from './parse-log-line.ts';
import { newEvent, type SystemEvent } from './system-event.ts';

/** The system log as the running process feeds it, outside any transaction. */
export interface SystemLog {
  /** Notes an event. Never fails and never waits: it is written with others within a second or two. */
  log(code: SystemEventCode, params?: MessageParams): void;
  /** Where the process's log hands its lines of `warn` and worse. */
  readonly lines: { write(line: string): void };
  /** From now on events are written by `write`; those noted before are not lost. */
  open(write: Write): void;
  /** Writes what still waits, for two seconds at most. Afterwards nothing more is written. */
  close(): Promise<void>;
}

type Write = (events: readonly SystemEvent[]) => Promise<void>;

export interface SystemLogTiming {
  /** How long the first event waits for others. */
  batchMs: number;
  /** The longest wait between two tries while the database is away. */
  maxWaitMs: number;
  closeTimeoutMs: number;
}

const defaultTiming: SystemLogTiming = { batchMs: 1_000, maxWaitMs: 30_000, closeTimeoutMs: 2_000 };
const maxPending = 200; // distinct ones: the same again is counted, not kept

/** Opens the log's memory. Nothing is written before `open`. */
export function createSystemLog(
  context: { clock: Clock; random: Random },
  timing: Partial<SystemLogTiming> = {},
): SystemLog {
  return new BufferedSystemLog(context, { ...defaultTiming, ...timing });
}

/** Gathers events, counts repetitions, and writes them in batches. A write that fails says nothing: a log line about it would come back here. */
class BufferedSystemLog implements SystemLog {
  readonly lines = { write: (line: string) => this.#addLine(line) };
  readonly #context: { clock: Clock; random: Random };
  readonly #timing: SystemLogTiming;
  #pending = new Map<string, SystemEvent>();
  #droppedCount = 0;
  #write: Write | undefined;
  #writing: Promise<void> | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(context: { clock: Clock; random: Random }, timing: SystemLogTiming) {
    this.#context = context;
    this.#timing = timing;
  }

  log(code: SystemEventCode, params: MessageParams = {}): void {
    if (this.#isClosed) return;
    const key = JSON.stringify([code, params]);
    const pending = this.#pending.get(key);
    if (pending) pending.times += 1;
    else if (this.#pending.size >= maxPending) this.#droppedCount += 1;
    else this.#pending.set(key, newEvent(this.#context, code, params));
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
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#timing.closeTimeoutMs);
    });
    await Promise.race([last, timeout]);
    clearTimeout(timer);
    clearTimeout(this.#timer);
  }

  #addLine(line: string): void {
    const parsed = parseLogLine(line);
    if (parsed) this.log(parsed.code, parsed.params);
  }

  #schedule(): void {
    if (!this.#write || this.#timer || this.#writing || this.#isClosed || this.#pending.size === 0) return;
    const waitMs = Math.min(this.#timing.batchMs * 2 ** Math.min(this.#failures, 20), this.#timing.maxWaitMs);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#flush().finally(() => {
        this.#writing = undefined;
        this.#schedule();
      });
    }, waitMs).unref();
  }

  async #flush(): Promise<void> {
    const { batch, droppedCount } = this.#nextBatch();
    if (!this.#write || batch.size === 0) return;
    try {
      await this.#write([...batch.values()]);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#droppedCount += droppedCount;
      // an absent database comes back; a batch that it refuses would be refused for ever
      if (error instanceof Fault && error.code === 'unavailable') this.#requeue(batch);
      else this.#droppedCount += batch.size;
    }
  }

  /** Takes what waits, with a word about what did not fit. */
  #nextBatch(): { batch: Map<string, SystemEvent>; droppedCount: number } {
    const batch = this.#pending;
    const droppedCount = this.#droppedCount;
    this.#pending = new Map();
    this.#droppedCount = 0;
    if (droppedCount > 0) batch.set('', newEvent(this.#context, 'lines-left-out', { count: droppedCount }));
    return { batch, droppedCount };
  }

  #requeue(batch: Map<string, SystemEvent>): void {
    batch.delete('');
    for (const [key, event] of this.#pending) {
      const earlier = batch.get(key);
      if (earlier) earlier.times += event.times;
      else if (batch.size >= maxPending) this.#droppedCount += event.times;
      else batch.set(key, event);
    }
    this.#pending = batch;
  }
}
