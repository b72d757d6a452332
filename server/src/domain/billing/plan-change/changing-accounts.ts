import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

/** Lists a page of the accounts with a lower plan that has not begun, or a request for a higher one, by their ids. */
export async function listChangingAccounts(
  tx: Reader,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  let query = tx
    .selectFrom('subscriptions as s')
    .select('s.user_id as userId')
    .where(
      sql<boolean>`(s.next_plan IS NOT NULL OR EXISTS (SELECT FROM dues d WHERE d.user_id = s.user_id AND d.kind = 'upgrade'
        AND d.state = 'open' AND d.invoice_id IS NULL))`,
    );
  if (after !== null) query = query.where('s.user_id', '>', after);
  return (await query.orderBy('s.user_id').limit(limit).execute()).map(({ userId }) => userId);
}
