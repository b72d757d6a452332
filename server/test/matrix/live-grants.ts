import { askedAndAnswered, makeDoctor, phoneB } from '../harness/cast.ts';
import type { CastWorld } from '../harness/world.ts';

/**
 * A live grant on a patient of each center, by the center's id: on center A's that of `unsubscribed`, on center B's one of a
 * doctor whom nobody else knows.
 */
export async function liveGrants(world: CastWorld, name: string): Promise<ReadonlyMap<string, string>> {
  const { admin, centerA, centerB, doctors } = world.cast;
  const holder = await makeDoctor(world, admin, name);
  await askedAndAnswered(world, holder, phoneB, 'grant');
  const { rows } = await world.house.portal.db.pool.query<{ center_id: string; id: string }>(
    `SELECT center_id, id FROM patient_access WHERE status = 'granted' AND doctor_id = ANY ($1)`,
    [[holder.id, doctors.unsubscribed.id]],
  );
  const grants = new Map(rows.map((row) => [row.center_id, row.id]));
  if (!grants.has(centerA.id) || !grants.has(centerB.id)) throw new Error('A center has no live grant.');
  return grants;
}
