import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Erasure, erasePatient, findPatientOfAnyCenter, listErasures } from '../domain/erasure/erase-patient.ts';
import { addToErasureList } from '../domain/erasure/erasure-list.ts';
import { openFileStore } from '../platform/blobs/files/file-store.ts';
import type { Config } from '../platform/config/config.ts';
import { newId } from '../platform/ids/ids.ts';
import { systemRandom } from '../platform/ids/random.ts';
import { systemClock } from '../platform/time/clock.ts';
import { withFolderLock } from './backup-restore.ts';
import type { TestOverrides } from './connect-database.ts';
import { openKeys } from './open-keys.ts';

export interface ErasureOptions {
  /** Public id. */
  patientId: string;
  /** Folders of backups, whose lists get the patient. */
  backupFolders: readonly string[];
  /** Returns the id that the operator types to confirm. */
  confirm: () => Promise<string>;
}

/** Erases a patient, whether the portal runs or not, and notes it in the folders of backups. Throws if it is unknown. */
export async function runErasure(
  config: Config,
  overrides: TestOverrides,
  { patientId, backupFolders, confirm }: ErasureOptions,
): Promise<Erasure> {
  const folders = await Promise.all(backupFolders.map(checkFolder));
  const { db, keys, close } = await openKeys(config, overrides, 'medcloud erasure');
  try {
    const parts = { clock: systemClock, random: systemRandom };
    const id = await findPatientOfAnyCenter({ db }, patientId);
    if (id === null)
      throw new Error(`No patient has the number ${patientId}. It is written on the patient's sheet: P-…`);
    if ((await confirm()).trim() !== patientId) throw new Error('That is not the number of the patient.');
    const store = await openFileStore({ folder: config.objectsFolder, newId: () => newId(systemClock, systemRandom) });
    const installation = await store.readLabel();
    if (installation === undefined)
      throw new Error('The folder of stored files is another one. Set STORAGE_URL or DATA_DIR.');
    const removeObject = (objectId: string) => store.remove(objectId);
    const erasure = await erasePatient({ db, keys, ...parts, removeObject }, id, 'command');
    if (erasure === null) throw new Error(`No patient has the number ${patientId}.`);
    const erased = await listErasures({ db });
    for (const folder of folders)
      await withFolderLock(folder, () => addToErasureList(folder, erased, keys, installation));
    return erasure;
  } finally {
    await close();
  }
}

async function checkFolder(name: string): Promise<string> {
  const folder = resolve(name);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Error(`${folder} is no folder. Give --backups the folder that "npm run backup" was given.`);
  return folder;
}
