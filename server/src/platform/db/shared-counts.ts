import type pg from 'pg';
import type { Clock } from '../time/clock.ts';

/** What callers ask in a span of time, counted over all nodes. */
export interface SharedCounts {
  /** A limit of its own: so many in so many seconds, from a caller's first on. */
  limit(kind: string, most: number, seconds: number): SharedLimit;
  /** Tells the other nodes what this one counted, and hears of them. Fails as the database does. */
  exchange(): Promise<void>;
  /** Tells no more; what it was telling has ended. */
  close(): Promise<void>;
}

export interface SharedLimit {
  /** Counts one of a caller. Null within the limit; beyond it the milliseconds until the caller may ask again, and nothing is counted. */
  take(caller: string): number | null;
  /** Takes one off again. */
  giveBack(caller: string): void;
}

/** One caller's span, as this node knows it. */
interface Count {
  readonly most: number;
  own: number;
  /** Of `own`, what the other nodes were told. */
  told: number;
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
  onTrouble: (error: unknown) => void;
}

// Whoever asks less than a tenth of what they may is nobody's concern but this node's.
const toldFrom = 0.1;
const mostTold = 5_000;
const sweepEveryMs = 60_000;

/**
 * Counts in memory: a request costs no statement, and none waits. Once a second, and only while somebody asks, a node adds
 * what its busiest callers asked since to `request_counts` and reads back the sums of those, and of whoever is past half of a
 * limit anywhere. So a limit is exact on one node; with several a caller may have a second's requests more, and a tenth of the limit a node
 * that has not told of them. What a node told that died ends with its span. Spans are measured by the database: nodes' clocks may differ.
 * While the database is away each node counts alone.
 */
export function openSharedCounts({ pool, clock, everyMs, onTrouble }: SharedCountsOptions): SharedCounts {
  const counts = new Map<string, Count>();
  const busy = new Map<string, Count>();
  const now = () => clock.now().getTime();
  let sweptAt = now();

  const exchange = async () => {
    forgetOver(busy, counts, now());
    const telling = partsOf(busy, now());
    try {
      const { rows } = await pool.query<Sum>(exchangeStatement, telling.values);
      hear(counts, rows, now());
    } catch (error) {
      telling.failed();
      throw error;
    }
    if (now() - sweptAt >= sweepEveryMs) await sweep();
  };
  const sweep = async () => {
    sweptAt = now();
    for (const [key, { endsAt }] of counts) if (endsAt <= sweptAt) counts.delete(key);
    await pool.query(sweepStatement);
  };
  const timer = openTimer(exchange, everyMs, onTrouble);

  return {
    limit: (kind, most, seconds) => ({
      take(caller) {
        const key = `${kind}:${caller}`;
        const at = now();
        const count = liveCount(counts.get(key), at, seconds * 1_000) ?? newCount(most, at + seconds * 1_000);
        counts.set(key, count);
        timer.wake();
        if (count.own + count.others >= most) return count.endsAt - at;
        count.own += 1;
        if (count.own >= most * toldFrom) busy.set(key, count);
        return null;
      },
      giveBack(caller) {
        const count = counts.get(`${kind}:${caller}`);
        if (count && count.own > 0) count.own -= 1;
      },
    }),
    exchange,
    close: timer.close,
  };
}

const newCount = (most: number, endsAt: number): Count => ({ most, own: 0, told: 0, others: 0, endsAt });

/** The count, unless its span is over; or lies far ahead, since the clock was set back. */
function liveCount(count: Count | undefined, at: number, spanMs: number): Count | undefined {
  return count && count.endsAt > at && count.endsAt - at <= 2 * spanMs ? count : undefined;
}

/** Spans that are over, or were taken by another. */
function forgetOver(busy: Map<string, Count>, counts: ReadonlyMap<string, Count>, at: number): void {
  for (const [key, count] of busy) if (count.endsAt <= at || counts.get(key) !== count) busy.delete(key);
}

/** What is to be told, as the statement takes it, and counted as told. */
function partsOf(busy: ReadonlyMap<string, Count>, at: number) {
  const parts = [...busy]
    .filter(([, { own, told }]) => own !== told)
    .slice(0, mostTold)
    .map(([key, count]) => ({ key, count, more: count.own - count.told, leftMs: count.endsAt - at }));
  for (const { count, more } of parts) count.told += more;
  return {
    values: [
      parts.map(({ key }) => key),
      parts.map(({ more }) => more),
      parts.map(({ count }) => count.most),
      parts.map(({ leftMs }) => leftMs),
    ],
    failed: () => {
      for (const { count, more } of parts) count.told -= more;
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

function hear(counts: Map<string, Count>, sums: readonly Sum[], at: number): void {
  for (const { key, points, most, left_ms } of sums) {
    const known = counts.get(key);
    const count = known && known.endsAt > at ? known : newCount(most, at);
    count.others = Math.max(0, points - count.told);
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

const sweepStatement = `
  DELETE FROM request_counts WHERE key IN
    (SELECT key FROM request_counts WHERE ends_at < now() ORDER BY key LIMIT 10000 FOR UPDATE SKIP LOCKED)`;

/** Runs the work some time after it was woken, one run at a time. */
function openTimer(work: () => Promise<void>, everyMs: number | null, onTrouble: (error: unknown) => void) {
  let waiting: NodeJS.Timeout | null = null;
  let running = Promise.resolve();
  let isTroubled = false;
  let isOver = everyMs === null;
  const run = async () => {
    try {
      await work();
      isTroubled = false;
    } catch (error) {
      if (!isTroubled) onTrouble(error);
      isTroubled = true;
    } finally {
      waiting = null;
    }
  };
  return {
    wake() {
      if (isOver || waiting !== null) return;
      waiting = setTimeout(() => {
        running = run();
      }, everyMs ?? 0).unref();
    },
    async close() {
      isOver = true;
      if (waiting !== null) clearTimeout(waiting);
      await running;
    },
  };
}
