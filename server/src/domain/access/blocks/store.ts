import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { DoctorState } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';
import { type DoctorColumns, doctorColumns } from '../doctor-columns.ts';

/** Queries behind the link at the end of a code's SMS. Row-level security leaves only the link's own rows visible. */

export interface BlockLink extends DoctorColumns {
  doctorId: string;
  phoneIndex: Buffer;
  language: Language;
  requestedAt: Date;
  gender: 'female' | 'male' | null;
  doctorState: DoctorState;
  /** End of the active block; null if there is none. */
  endsAt: Date | null;
}

/** Stores the hash of a block link. */
export async function insertBlockLink(
  tx: Tx,
  link: { tokenHash: Buffer; doctorId: string; phoneIndex: Buffer; language: Language },
): Promise<void> {
  const { tokenHash, doctorId, phoneIndex, language } = link;
  await tx
    .insertInto('block_links')
    .values({ token_hash: tokenHash, doctor_id: doctorId, phone_index: phoneIndex, language })
    .execute();
}

/** Finds the transaction's link with its doctor. Returns null if the link is unknown or older than 90 days. */
export async function findBlockLink(tx: Reader): Promise<BlockLink | null> {
  const row = await tx
    .selectFrom('block_links as l')
    .innerJoin('doctors as d', 'd.id', 'l.doctor_id')
    .leftJoin('phone_blocks as b', (join) =>
      join
        .onRef('b.doctor_id', '=', 'l.doctor_id')
        .onRef('b.phone_index', '=', 'l.phone_index')
        .on('b.ends_at', '>', sql<Date>`app_now()`),
    )
    .select([
      'l.doctor_id as doctorId',
      'l.phone_index as phoneIndex',
      'l.language',
      'l.created_at as requestedAt',
      ...doctorColumns,
      'd.gender',
      'd.state as doctorState',
      'b.ends_at as endsAt',
    ])
    .executeTakeFirst();
  return row ?? null;
}

/** Blocks the link's doctor for its number for `days` days from now. Returns the end. */
export async function insertBlock(tx: Tx, link: BlockLink, days: number): Promise<Date> {
  const endsAt = sql<Date>`app_now() + make_interval(days => ${days})`;
  const row = await tx
    .insertInto('phone_blocks')
    .values({ doctor_id: link.doctorId, phone_index: link.phoneIndex, ends_at: endsAt })
    .onConflict((row) =>
      row.columns(['phone_index', 'doctor_id']).doUpdateSet({ blocked_at: sql<Date>`app_now()`, ends_at: endsAt }),
    )
    .returning('ends_at as endsAt')
    .executeTakeFirstOrThrow();
  return row.endsAt;
}
