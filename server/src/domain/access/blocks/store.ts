import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { DoctorState } from '../../../platform/db/schema/schema.ts';
import { type DoctorColumns, doctorColumns } from '../doctor-columns.ts';

/** What the link at the end of a code's message opens. Row-level security leaves the link's own rows alone. */

export interface BlockLink extends DoctorColumns {
  doctorId: string;
  phoneIndex: Buffer;
  language: 'en' | 'el';
  requestedAt: Date;
  gender: 'female' | 'male' | null;
  doctorState: DoctorState;
  /** The end of a block that stands; null where none does. */
  endsAt: Date | null;
}

/** Keeps the hash of a code's link. */
export async function insertBlockLink(
  tx: Tx,
  link: { tokenHash: Buffer; doctorId: string; phoneIndex: Buffer; language: 'en' | 'el' },
): Promise<void> {
  const { tokenHash, doctorId, phoneIndex, language } = link;
  await tx
    .insertInto('block_links')
    .values({ token_hash: tokenHash, doctor_id: doctorId, phone_index: phoneIndex, language })
    .execute();
}

/** The transaction's link with its doctor; null for an unknown one and one of over 90 days. */
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

/** Blocks the link's doctor for its number, for so many days from now; answers until when. */
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
