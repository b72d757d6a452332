import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { decryptBytes, encryptBytes, encryptedFormats } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { Reader, Tx } from '../database.ts';
import type { AnnotationObject, ObjectKind } from './build-objects.ts';
import { readStored, type SetKey } from './encrypted-content.ts';

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);
// A set of 500 items is a report of 1 MB.
const maxObjectBytes = 16 * 1_048_576;

const contextOf = (id: string, sop: string) => `annotations:${id}:object:${sop}`;

/** Stores the objects of a version, compressed and encrypted with the set's key. */
export async function insertObjects(
  tx: Tx,
  { id, key }: SetKey,
  version: number,
  objects: readonly AnnotationObject[],
  random: Random,
): Promise<void> {
  const positions = new Map<ObjectKind, number>();
  const rows = [];
  for (const { kind, studyUid, seriesUid, sop, sopClass, bytes } of objects) {
    const position = positions.get(kind) ?? 0;
    positions.set(kind, position + 1);
    rows.push({
      set_id: id,
      version,
      kind,
      position,
      study_uid: studyUid,
      series_uid: seriesUid,
      sop_uid: sop,
      sop_class: sopClass,
      content_encrypted: encryptBytes(key, encryptedFormats.bytes, contextOf(id, sop), await gzipAsync(bytes), random),
      size_bytes: bytes.length,
    });
  }
  if (rows.length > 0) await tx.insertInto('annotation_objects').values(rows).execute();
}

/** Lists what the objects of a version are, without their content. */
export async function listObjects(tx: Reader, setId: string, version: number) {
  return await tx
    .selectFrom('annotation_objects')
    .select(['kind', 'study_uid as studyUid', 'sop_uid as sop', 'sop_class as sopClass'])
    .where('set_id', '=', setId)
    .where('version', '=', version)
    .orderBy('position')
    .execute();
}

export interface ObjectRow {
  sop: string;
  encrypted: Buffer;
}

/** Finds one object of a version: those of a kind count from 0. */
export async function findObject(
  tx: Reader,
  setId: string,
  version: number,
  { kind, position }: { kind: ObjectKind; position: number },
): Promise<ObjectRow | null> {
  const row = await tx
    .selectFrom('annotation_objects')
    .select(['sop_uid as sop', 'content_encrypted as encrypted'])
    .where('set_id', '=', setId)
    .where('version', '=', version)
    .where('kind', '=', kind)
    .where('position', '=', position)
    .executeTakeFirst();
  return row ?? null;
}

/** Decrypts an object to the bytes of its file. Throws `annotations_damaged`. */
export async function openObject({ id, key }: SetKey, { sop, encrypted }: ObjectRow): Promise<Buffer> {
  const compressed = readStored(() => decryptBytes(key, encryptedFormats.bytes, contextOf(id, sop), encrypted));
  return await gunzipAsync(compressed, { maxOutputLength: maxObjectBytes });
}
