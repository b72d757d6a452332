import type { Reader } from '../database.ts';

/** Returns whether an alarm exists that the scope may see. */
export async function hasAlarm(tx: Reader, id: string): Promise<boolean> {
  return (await tx.selectFrom('alarms').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
