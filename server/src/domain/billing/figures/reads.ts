import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database.ts';

export interface MonthRow {
  /** `YYYY-MM` */
  month: string;
  /** Accounts and net cents a month on the month's last day, or on today. */
  accounts: number;
  mrrCents: number;
  /** Those of its first day, and how many of them are gone by the first of the next. */
  startAccounts: number;
  startCents: number;
  endedAccounts: number;
  endedCents: number;
}

/**
 * Reads the figures of months. Live on a day is who has a paid, invoiced or grace period, or part of one until it was cut;
 * an account never has two. Each period is read once: it adds to the month where it begins to count and subtracts after
 * the last, and sums over the months give the rest. `basisPoints`: the home rate, which prices include.
 */
export async function listMonths(
  tx: Reader,
  { first, last, today, basisPoints }: { first: string; last: string; today: string; basisPoints: number },
): Promise<MonthRow[]> {
  const month = (day: RawBuilder<unknown>) => sql`(date_part('year', ${day}) * 12 + date_part('month', ${day}))::int`;
  const [firstMonth, lastMonth] = [month(sql`${first}::date`), month(sql`${last}::date`)];
  const { rows } = await sql<MonthRow>`
    WITH priced AS (SELECT id, round(gross_cents * 10000.0 / (10000 + ${basisPoints}::int)) / period_months AS cents FROM prices),
    days AS (
      SELECT p.user_id, p.from_day, least(p.to_day, p.cut_on - 1) AS to_day, r.cents
      FROM subscription_periods p LEFT JOIN subscriptions s ON s.user_id = p.user_id
      JOIN priced r ON r.id = coalesce(p.price_id, s.price_id)
      WHERE p.kind IN ('paid', 'invoiced', 'grace') AND p.from_day <= ${today}::date AND p.to_day >= date_trunc('month', ${first}::date)::date
        AND least(p.to_day, p.cut_on - 1) >= greatest(p.from_day, date_trunc('month', ${first}::date))),
    -- the months on whose first day it counts, and those on whose last day or today
    periods AS (SELECT user_id, cents, ${month(sql`from_day`)} + (date_part('day', from_day) > 1)::int AS start_from, ${month(sql`to_day`)} AS start_to,
        ${month(sql`from_day`)} AS end_from, CASE WHEN to_day >= ${today}::date THEN ${month(sql`${today}::date`)}
          ELSE ${month(sql`to_day`)} - (date_part('month', to_day) = date_part('month', to_day + 1))::int END AS end_to
      FROM days),
    changes AS (
      SELECT greatest(start_from, ${firstMonth}) AS at, 1 AS started, cents AS started_cents, 0 AS live, 0 AS live_cents FROM periods WHERE start_to >= start_from
      UNION ALL SELECT start_to + 1, -1, -cents, 0, 0 FROM periods WHERE start_to >= start_from
      UNION ALL SELECT greatest(end_from, ${firstMonth}), 0, 0, 1, cents FROM periods WHERE end_to >= greatest(end_from, ${firstMonth})
      UNION ALL SELECT end_to + 1, 0, 0, -1, -cents FROM periods WHERE end_to >= greatest(end_from, ${firstMonth})),
    sums AS (SELECT at, sum(started) AS started, sum(started_cents) AS started_cents, sum(live) AS live, sum(live_cents) AS live_cents FROM changes GROUP BY at),
    ended AS (SELECT p.start_to AS at, count(*) AS accounts, sum(p.cents) AS cents FROM periods p
      WHERE p.start_to >= p.start_from AND p.end_to < p.start_to
        AND NOT EXISTS (SELECT FROM periods e WHERE e.user_id = p.user_id AND p.start_to BETWEEN e.end_from AND e.end_to)
      GROUP BY 1)
    SELECT to_char(make_date((m.at - 1) / 12, (m.at - 1) % 12 + 1, 1), 'YYYY-MM') AS month,
      coalesce(sum(s.live) OVER so_far, 0)::int AS accounts, coalesce(round(sum(s.live_cents) OVER so_far), 0)::bigint AS "mrrCents",
      coalesce(sum(s.started) OVER so_far, 0)::int AS "startAccounts", coalesce(round(sum(s.started_cents) OVER so_far), 0)::bigint AS "startCents",
      coalesce(e.accounts, 0)::int AS "endedAccounts", coalesce(round(e.cents), 0)::bigint AS "endedCents"
    FROM generate_series(${firstMonth}, ${lastMonth}) m (at) LEFT JOIN sums s USING (at) LEFT JOIN ended e USING (at)
    WINDOW so_far AS (ORDER BY m.at) ORDER BY m.at`.execute(tx);
  return rows;
}

/** What is open of invoices by the days since their issue, in cents. */
export interface OwedByAge {
  days14: number;
  days30: number;
  days60: number;
  older: number;
}

/** Sums what is open of invoices on a day. Reads the invoices of open dues alone. */
export async function sumOwedByAge(tx: Reader, today: string): Promise<OwedByAge> {
  const { rows } = await sql<OwedByAge>`
    SELECT coalesce(sum(cents) FILTER (WHERE age <= 14), 0)::bigint AS days14,
      coalesce(sum(cents) FILTER (WHERE age BETWEEN 15 AND 30), 0)::bigint AS days30,
      coalesce(sum(cents) FILTER (WHERE age BETWEEN 31 AND 60), 0)::bigint AS days60,
      coalesce(sum(cents) FILTER (WHERE age > 60), 0)::bigint AS older
    FROM (SELECT ${today}::date - i.issued_on AS age,
        (SELECT coalesce(sum(p.cents), 0) FROM ledger_postings p WHERE p.invoice_id = i.id) AS cents
      FROM dues d JOIN invoices i ON i.id = d.invoice_id WHERE d.state = 'open') open_invoices`.execute(tx);
  const [owed] = rows;
  if (owed === undefined) throw new Error('The open invoices gave no sums.');
  return owed;
}

/** Returns customers' money that pays for no invoice yet, in cents. */
export async function sumUnallocated(tx: Reader): Promise<number> {
  const { cents } = await tx
    .selectFrom('ledger_postings')
    .select(sql<number>`coalesce(-sum(cents), 0)::bigint`.as('cents'))
    .where('account', '=', 'unallocated')
    .executeTakeFirstOrThrow();
  return cents;
}
