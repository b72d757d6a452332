import type pg from 'pg';
import type { Clock } from '../time/clock.ts';

/** What callers ask in a span of time, counted over all nodes. */
export interface SharedCounts {
  /** A limit of its own: so many in so many seconds, from a caller's first on. */
  limit(kind: string, maxCount: number, seconds: number): SharedLimit;
  /** Tells the other nodes what this one counted, and hears of them. Fails as the database does. */
  exchange(): Promise<void>;
  /** Tells no more; what it was telling has ended. */
  close(): Promise<void>;
}

export interface SharedLimit {
  /** Counts one of a caller. Null within the limit; beyond it the milliseconds until the caller may ask again, and nothing is counted. */
  consume(caller: string): number | null;
  /** Takes one off again. */
  refund(caller: string): void;
}

/** One caller's span, as this node knows it. */
interface Count {
  readonly maxCount: number;
  own: number;
  /** Of `own`, what the other nodes were told. */
  publishedCount: number;
  /** What other nodes told. */
  others: number;
  endsAt: number;
}

export interface SharedCountsOptions {
  pool: Pick<pg.Pool, 'query'>;
  clock: Clock;
  /** How often there is an exchange while anybody asks; null: only when `exchange` is called. */
  everyMs: number | null;
  /** The database did not take a node's counts: told once, until it does again. */
  onError: (error: unknown) => void;
}

// Whoever asks less than a tenth of what they may is nobody's concern but this node's.
const minPublishedShare = 0.1;
const maxPublished = 5_000;
const purgeEveryMs = 60_000;

/**
 * Counts in memory: a request costs no statement, and none waits. Once a second, and only while somebody asks, a node adds
 * what its busiest callers asked since to `request_counts` and reads back the sums of those, and of whoever is past half of a
 * limit anywhere. So a limit is exact on one node; with several a caller may have a second's requests more, and a tenth of the limit a node
 * that has not told of them. What a node told that died ends with its span. Spans are measured by the database: nodes' clocks may differ.
 * While the database is away each node counts alone.
 */
export function openSharedCounts({ pool, clock, everyMs, onError }: SharedCountsOptions): SharedCounts {
  const counts = new Map<string, Count>();
  const busy = new Map<string, Count>();
  const now = () => clock.now().getTime();
  let purgedAt = now();

  const exchange = async () => {
    deleteExpired(busy, counts, now());
    const batch = createBatch(busy, now());
    try {
      const { rows } = await pool.query<Sum>(exchangeStatement, batch.values);
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
    await pool.query(purgeStatement);
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

/** The count, unless its span is over; or lies far ahead, since the clock was set back. */
function findActive(count: Count | undefined, at: number, spanMs: number): Count | undefined {
  return count && count.endsAt > at && count.endsAt - at <= 2 * spanMs ? count : undefined;
}

/** Spans that are over, or were taken by another. */
function deleteExpired(busy: Map<string, Count>, counts: ReadonlyMap<string, Count>, at: number): void {
  for (const [key, count] of busy) if (count.endsAt <= at || counts.get(key) !== count) busy.delete(key);
}

/** What is to be told, as the statement takes it, and counted as told. */
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

/** What all nodes told of one caller. */
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

// Rows are taken in the order of their keys, so that two nodes do not wait for each other. `now()` is the statement's own time throughout.
const exchangeStatement = `
  WITH told AS (
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
  FROM (SELECT * FROM told UNION ALL SELECT * FROM near) AS sums`;

const purgeStatement = `
  DELETE FROM request_counts WHERE key IN
    (SELECT key FROM request_counts WHERE ends_at < now() ORDER BY key LIMIT 10000 FOR UPDATE SKIP LOCKED)`;

/** Runs the work some time after it was woken, one run at a time. */
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
