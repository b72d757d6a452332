import { erasureScope } from '../authorization/authorize.ts';
import { findInstallationFact, updateInstallationFact } from '../keys/installation.ts';
import { erasePatient } from './erase-patient.ts';
import { verifyErasureLines } from './erasure-list.ts';
import { listErasedPatients } from './store.ts';

/** The fact by which a restore leaves the lines of the list to the next start. */
export const erasuresToRepeat = 'erase-after-restore';

/**
 * Erases the patients again that were erased after the restored backup was made. A start does this before anything
 * serves requests, so a restore that was killed is no way around it.
 */
export async function repeatErasures(context: Parameters<typeof erasePatient>[0]): Promise<number> {
  const { lines, installation, erased } = await context.db.within(erasureScope(null), async (tx) => ({
    lines: (await findInstallationFact(tx, erasuresToRepeat)) ?? '',
    installation: (await findInstallationFact(tx, 'storage')) ?? '',
    erased: await listErasedPatients(tx),
  }));
  if (lines === '') return 0;
  const done = new Set(erased.map(({ id }) => id));
  const patients = new Set(verifyErasureLines(lines.split('\n'), context.keys, installation));
  const missing = [...patients].filter((id) => !done.has(id));
  // one transaction each, as the operator's command: a list has a few patients, those of the last 35 days
  for (const id of missing) await erasePatient(context, id, 'restore');
  await context.db.within(erasureScope(null), (tx) => updateInstallationFact(tx, erasuresToRepeat, ''));
  return missing.length;
}
