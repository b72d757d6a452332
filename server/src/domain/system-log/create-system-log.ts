import { Fault } from '@medcloud/contract/faults';
import type { MessageParams } from '@medcloud/contract/operations/message-params';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { Random } from '../../platform/ids/random.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { parseLogLine } from './parse-log-line.ts';
import { newEvent, type SystemEvent } from './system-event.ts';

/** The system log of the running process, written outside any transaction. */
export interface SystemLog {
  /** Logs an event. Never throws or waits: it is written in a batch within a second or two. */
  log(code: SystemEventCode, params?: MessageParams): void;
  /** Receives the process log's lines of level `warn` and above. */
  readonly lines: { write(line: string): void };
  /** Starts writing events with `write`, including those logged before. */
  open(write: Write): void;
  /** Writes pending events, for at most two seconds. Writes nothing afterwards. */
  close(): Promise<void>;
}

type Write = (events: readonly SystemEvent[]) => Promise<void>;

export interface SystemLogTiming {
  /** How long the first event of a batch waits for others. */
  batchMs: number;
  /** The longest wait between two attempts while the database is unavailable. */
  maxWaitMs: number;
  closeTimeoutMs: number;
}

const defaultTiming: SystemLogTiming = { batchMs: 1_000, maxWaitMs: 30_000, closeTimeoutMs: 2_000 };
const maxPending = 200; // distinct events: repeated ones are only counted

/** Creates the log's buffer. Nothing is written before `open`. */
export function createSystemLog(
  context: { clock: Clock; random: Random },
  timing: Partial<SystemLogTiming> = {},
): SystemLog {
  return new BufferedSystemLog(context, { ...defaultTiming, ...timing });
}

/**
 * Buffers events, counts repeated ones, and writes them in batches. A failed write is not logged: the line would come
 * back here.
 */
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
      // an unavailable database comes back; a rejected batch would always be rejected
      if (error instanceof Fault && error.code === 'unavailable') this.#requeue(batch);
      else this.#droppedCount += batch.size;
    }
  }

  /** Takes the pending events, with one event for the number of dropped ones. */
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
