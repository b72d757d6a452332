import type { ScopedStatements } from '../db/database.ts';
import type { Clock } from '../time/clock.ts';

/** Counts of callers' requests per span of time, over all nodes. */
export interface SharedCounts {
  /** Creates a separate limit: `maxCount` per caller in `seconds` seconds from the caller's first request on. */
  limit(kind: string, maxCount: number, seconds: number): SharedLimit;
  /** Publishes this node's counts and reads those of the other nodes. Throws errors of the database. */
  exchange(): Promise<void>;
  /** Stops the exchange after a running one has finished. */
  close(): Promise<void>;
}

export interface SharedLimit {
  /**
   * Counts one request of a caller. Returns null within the limit. Beyond it, counts nothing and returns the
   * milliseconds until the next allowed request.
   */
  consume(caller: string): number | null;
  /** Subtracts one request. */
  refund(caller: string): void;
}

/** The counts of one caller's span on this node. */
interface Count {
  readonly maxCount: number;
  own: number;
  /** The part of `own` that is published to the other nodes. */
  publishedCount: number;
  /** The sum of the other nodes. */
  others: number;
  endsAt: number;
}

export interface SharedCountsOptions {
  statements: ScopedStatements;
  clock: Clock;
  /** Interval of the exchange while there are requests. Null: only when `exchange` is called. */
  everyMs: number | null;
  /** Called once when the exchange starts to fail; again only after it has succeeded. */
  onError: (error: unknown) => void;
}

// Counts below a tenth of the limit stay on this node.
const minPublishedShare = 0.1;
const maxPublished = 5_000;
const purgeEveryMs = 60_000;

/**
 * Counts in memory, so a request costs no statement and does not wait. Once a second while there are requests, a node
 * adds the new counts of its busiest callers to `request_counts`. It reads back their sums, and the sums of all callers
 * past half of a limit. A limit is exact on one node. With several nodes a caller may exceed it by the requests of one
 * second, plus an unpublished tenth of the limit per node. The counts of a dead node end with their span. The database
 * measures the spans, because nodes' clocks may differ. While the database is away, each node counts alone.
 */
export function openSharedCounts({ statements, clock, everyMs, onError }: SharedCountsOptions): SharedCounts {
  const counts = new Map<string, Count>();
  const busy = new Map<string, Count>();
  const now = () => clock.now().getTime();
  let purgedAt = now();

  const exchange = async () => {
    deleteExpired(busy, counts, now());
    const batch = createBatch(busy, now());
    try {
      const { rows } = await statements.query<Sum>(exchangeStatement, batch.values);
      mergeSums(counts, rows, now());
    } catch (error) {
      batch.failed();
      throw error;
    }
    if (now() - purgedAt >= purgeEveryMs) await purge();
  };
  const purge = async () => {
    purgedAt = now();
    for (const [key, { endsAt }] of counts) if (endsAt <= purgedAt) counts.delete(key);
    await statements.query(purgeStatement);
  };
  const timer = openTimer(exchange, everyMs, onError);

  return {
    limit: (kind, maxCount, seconds) => ({
      consume(caller) {
        const key = `${kind}:${caller}`;
        const at = now();
        const count = findActive(counts.get(key), at, seconds * 1_000) ?? createCount(maxCount, at + seconds * 1_000);
        counts.set(key, count);
        timer.wake();
        if (count.own + count.others >= maxCount) return count.endsAt - at;
        count.own += 1;
        if (count.own >= maxCount * minPublishedShare) busy.set(key, count);
        return null;
      },
      refund(caller) {
        const count = counts.get(`${kind}:${caller}`);
        if (count && count.own > 0) count.own -= 1;
      },
    }),
    exchange,
    close: timer.close,
  };
}

const createCount = (maxCount: number, endsAt: number): Count => ({
  maxCount,
  own: 0,
  publishedCount: 0,
  others: 0,
  endsAt,
});

/** Returns the count unless its span has ended, or ends far in the future because the clock was set back. */
function findActive(count: Count | undefined, at: number, spanMs: number): Count | undefined {
  return count && count.endsAt > at && count.endsAt - at <= 2 * spanMs ? count : undefined;
}

/** Deletes counts whose span has ended or that a new count has replaced. */
function deleteExpired(busy: Map<string, Count>, counts: ReadonlyMap<string, Count>, at: number): void {
  for (const [key, count] of busy) if (count.endsAt <= at || counts.get(key) !== count) busy.delete(key);
}

/** Creates the parameters of the exchange statement and marks the counts as published. `failed` reverts the mark. */
function createBatch(busy: ReadonlyMap<string, Count>, at: number) {
  const parts = [...busy]
    .filter(([, { own, publishedCount }]) => own !== publishedCount)
    .slice(0, maxPublished)
    .map(([key, count]) => ({ key, count, more: count.own - count.publishedCount, leftMs: count.endsAt - at }));
  for (const { count, more } of parts) count.publishedCount += more;
  return {
    values: [
      parts.map(({ key }) => key),
      parts.map(({ more }) => more),
      parts.map(({ count }) => count.maxCount),
      parts.map(({ leftMs }) => leftMs),
    ],
    failed: () => {
      for (const { count, more } of parts) count.publishedCount -= more;
    },
  };
}

/** The published sum of all nodes for one caller. */
interface Sum {
  key: string;
  points: number;
  most: number;
  left_ms: number;
}

function mergeSums(counts: Map<string, Count>, sums: readonly Sum[], at: number): void {
  for (const { key, points, most, left_ms } of sums) {
    const known = counts.get(key);
    const count = known && known.endsAt > at ? known : createCount(most, at);
    count.others = Math.max(0, points - count.publishedCount);
    count.endsAt = at + left_ms;
    counts.set(key, count);
  }
}

// Locks rows in the order of their keys, so two nodes cannot deadlock. `now()` is the same in the whole statement.
const exchangeStatement = `
  WITH published AS (
    INSERT INTO request_counts AS c (key, points, most, ends_at)
    SELECT key, points, most, now() + left_ms * interval '1 millisecond'
    FROM unnest($1::text[], $2::int[], $3::int[], $4::int[]) AS part (key, points, most, left_ms) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = excluded.points + CASE WHEN c.ends_at > now() THEN c.points ELSE 0 END,
      ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END
    RETURNING key, points, most, ends_at),
  near AS (
    SELECT key, points, most, ends_at FROM request_counts
    WHERE points * 2 >= most AND ends_at > now() AND key <> ALL ($1::text[]) ORDER BY points DESC LIMIT 1000)
  SELECT key, points, most, (extract(epoch FROM ends_at - now()) * 1000)::int AS left_ms
  FROM (SELECT * FROM published UNION ALL SELECT * FROM near) AS sums`;

const purgeStatement = `
  DELETE FROM request_counts WHERE key IN
    (SELECT key FROM request_counts WHERE ends_at < now() ORDER BY key LIMIT 10000 FOR UPDATE SKIP LOCKED)`;

/** Runs the work `everyMs` after `wake`, one run at a time. */
function openTimer(work: () => Promise<void>, everyMs: number | null, onError: (error: unknown) => void) {
  let waiting: NodeJS.Timeout | null = null;
  let running = Promise.resolve();
  let isFailing = false;
  let isClosed = everyMs === null;
  const run = async () => {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
    } finally {
      waiting = null;
    }
  };
  return {
    wake() {
      if (isClosed || waiting !== null) return;
      waiting = setTimeout(() => {
        running = run();
      }, everyMs ?? 0).unref();
    },
    async close() {
      isClosed = true;
      if (waiting !== null) clearTimeout(waiting);
      await running;
    },
  };
}
