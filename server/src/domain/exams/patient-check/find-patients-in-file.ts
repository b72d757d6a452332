import { constants, inflateRawSync } from 'node:zlib';
import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import {
  DicomFault,
  isMediaDirectory,
  parseHead,
  patientOf,
  type RandomAccess,
  sniffContent,
  type ZipEntry,
  type ZipIndex,
} from '@medcloud/dicom';
import type { AppContext } from '../../core/context.ts';
import type { ReceivedFile } from '../receive/receive-file.ts';
import type { PatientsInFiles } from './patient-mismatch.ts';

// The patient group lies near the beginning of a data set, within 64 KB in every file tried.
const prefixBytes = 65_536;
/** So many files of an archive are read before the response; indexing reads all of them. */
const maxInspectedFiles = 32;

/**
 * Finds the patients that a stored file names. Of an archive it reads some members, spread over the whole of it. Empty
 * if none is named; unreadable files are ignored. Rejects if reading the store fails.
 */
export async function findPatientsInFile(
  { objects }: Pick<AppContext, 'objects'>,
  { objectKey, zip }: Pick<ReceivedFile, 'objectKey' | 'zip'>,
): Promise<PatientsInFiles> {
  const object = await objects.open(objectKey);
  try {
    const access = {
      sizeBytes: object.sizeBytes,
      read: (start: number, end: number) => object.bytes({ start, end: Math.min(end, object.sizeBytes) }),
    };
    const patientsInFiles: PatientInFile[] = [];
    for (const read of zip ? sampleMembers(access, zip) : [() => access.read(0, prefixBytes)]) {
      const patient = parsePatient(await read());
      if (patient !== null) patientsInFiles.push(patient);
    }
    const { patients, isComplete } = distinctPatients(patientsInFiles);
    return { patients, isComplete: isComplete && (zip === null || listFiles(zip).length <= maxInspectedFiles) };
  } finally {
    await object.close();
  }
}

// The files of one person differ in spelling, but not in twenty ways.
const maxSpellings = 20;

/** Returns each spelling of a patient once, at most `maxSpellings`. */
export function distinctPatients(patientsInFiles: readonly PatientInFile[]): PatientsInFiles {
  const bySpelling = new Map(patientsInFiles.map((patient) => [JSON.stringify(Object.values(patient)), patient]));
  return { patients: [...bySpelling.values()].slice(0, maxSpellings), isComplete: bySpelling.size <= maxSpellings };
}

const listFiles = ({ entries }: ZipIndex) => entries.filter(({ isDirectory, size }) => !isDirectory && size > 0);

/** Returns readers for the beginnings of members at even distances, including the first and the last. */
function sampleMembers(access: RandomAccess, zip: ZipIndex): (() => Promise<Uint8Array>)[] {
  const files = listFiles(zip);
  const count = Math.min(files.length, maxInspectedFiles);
  const step = count > 1 ? (files.length - 1) / (count - 1) : 1;
  return Array.from({ length: count }, (_, place) => files[Math.round(place * step)]).flatMap((entry) =>
    entry === undefined ? [] : [() => readBeginning(access, entry)],
  );
}

async function readBeginning(
  access: RandomAccess,
  { method, dataOffset, compressedSize }: ZipEntry,
): Promise<Uint8Array> {
  const raw = await access.read(dataOffset, dataOffset + Math.min(compressedSize, prefixBytes));
  return method === 'stored' ? raw : inflateBeginning(raw);
}

function parsePatient(prefix: Uint8Array): PatientInFile | null {
  if (sniffContent(prefix) !== 'dicom' || isMediaDirectory(prefix)) return null;
  try {
    // parsed as a complete file: nothing after the patient group is needed
    const head = parseHead(prefix, true, inflateBeginning);
    return head === undefined ? null : patientOf(head.dataSet);
  } catch (error) {
    if (error instanceof DicomFault || error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Inflates the first bytes of a deflate stream. Empty if they are damaged or inflate too far. */
function inflateBeginning(raw: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 128 * prefixBytes });
  } catch {
    return new Uint8Array();
  }
}
