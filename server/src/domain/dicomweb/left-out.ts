import type { LeftOut } from '@medcloud/contract/shapes/viewing';
import { readContents } from '../imaging/contents.ts';
import { undefinedWhereAbsent } from '../imaging/frame-cache.ts';
import { openObjectKey, openWrappedPatientKey } from '../keys/patient-key.ts';
import type { Portal } from '../portal/portal.ts';
import type { ExamToViewRow, findContents } from './store.ts';

const mostNames = 20;
const longestName = 200;

/** Whether some of its images are not shown. */
export function isPart({ unreadableCount, duplicateCount }: ExamToViewRow): boolean {
  return (unreadableCount ?? 0) + (duplicateCount ?? 0) > 0;
}

/** What of an exam's file no series shows, and the first names of it from the list that the ingest keeps. */
export async function leftOutOf(
  portal: Pick<Portal, 'keys' | 'objects'>,
  { row, contents }: { row: ExamToViewRow; contents: Awaited<ReturnType<typeof findContents>> },
): Promise<LeftOut> {
  return {
    unreadable: row.unreadableCount ?? 0,
    duplicate: row.duplicateCount ?? 0,
    other: row.otherCount ?? 0,
    names: contents === null ? [] : await namesOf(portal, row, contents),
  };
}

async function namesOf(
  { keys, objects }: Pick<Portal, 'keys' | 'objects'>,
  row: ExamToViewRow,
  { id: objectId, wrappedKey }: { id: string; wrappedKey: Buffer },
): Promise<string[]> {
  const patientKey = openWrappedPatientKey(keys, row.patientUuid, row.wrappedKey);
  const seal = { objectId, keyId: objectId, key: openObjectKey(patientKey, wrappedKey, objectId) };
  // prepared anew since its row was read: the next look has the names
  const packed = await objects.readBytes(seal).catch(undefinedWhereAbsent);
  const files = packed === undefined ? [] : readContents(packed);
  return files
    .filter(({ kind }) => kind === 'unreadable' || kind === 'duplicate')
    .slice(0, mostNames)
    .map(({ name }) => name.slice(0, longestName).toWellFormed());
}
