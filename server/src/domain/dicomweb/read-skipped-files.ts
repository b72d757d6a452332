import type { SkippedFiles } from '@medcloud/contract/shapes/viewing';
import type { AppContext } from '../core/context.ts';
import type { findContents } from '../exams/reads.ts';
import { undefinedIfNotFound } from '../imaging/cache/frame-cache.ts';
import { decodeContents } from '../imaging/index/contents.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../keys/patient-key.ts';
import type { ExamToViewRow } from './reads.ts';

const maxNames = 20;
const maxNameLength = 200;

/** Returns whether some images of the exam are not shown. */
export function hasSkippedImages({ unreadableCount, duplicateCount }: ExamToViewRow): boolean {
  return (unreadableCount ?? 0) + (duplicateCount ?? 0) > 0;
}

/** Returns the counts of an exam's skipped files, and the first names from the list that indexing stored. */
export async function readSkippedFiles(
  context: Pick<AppContext, 'keys' | 'objects'>,
  { row, contents }: { row: ExamToViewRow; contents: Awaited<ReturnType<typeof findContents>> },
): Promise<SkippedFiles> {
  return {
    unreadable: row.unreadableCount ?? 0,
    duplicate: row.duplicateCount ?? 0,
    other: row.otherCount ?? 0,
    names: contents === null ? [] : await readSkippedNames(context, row, contents),
  };
}

async function readSkippedNames(
  { keys, objects }: Pick<AppContext, 'keys' | 'objects'>,
  row: ExamToViewRow,
  { id: objectId, wrappedKey }: { id: string; wrappedKey: Buffer },
): Promise<string[]> {
  const patientKey = unwrapPatientKey(keys, row.patientUuid, row.wrappedKey);
  const objectKey = { objectId, keyId: objectId, key: unwrapObjectKey(patientKey, wrappedKey, objectId) };
  // not found if the exam was reindexed after its row was read: the next request gets the names
  const gzippedContents = await objects.readBytes(objectKey).catch(undefinedIfNotFound);
  const files = gzippedContents === undefined ? [] : decodeContents(gzippedContents);
  return files
    .filter(({ kind }) => kind === 'unreadable' || kind === 'duplicate')
    .slice(0, maxNames)
    .map(({ name }) => name.slice(0, maxNameLength).toWellFormed());
}
