import { constants, inflateRawSync } from 'node:zlib';
import type { PatientInFile } from '@medcloud/contract/guard/compare-patients';
import {
  DicomFault,
  isMediaDirectory,
  patientOf,
  type RandomAccess,
  readHead,
  sniffContent,
  type ZipEntry,
  type ZipIndex,
} from '@medcloud/dicom';
import type { Portal } from '../../portal/portal.ts';
import type { ReceivedFile } from '../receive-file.ts';
import type { PatientsFound } from './doubt.ts';

// The patient's group stands near the beginning of a data set, within 64 KB in every file tried.
const prefixBytes = 65_536;
/** So many files of an archive are looked at before the answer; all are when the exam is prepared for viewing. */
const mostLookedAt = 32;

/**
 * The patients whom a stored file names: those of some files of an archive, spread over the whole of it. Empty where none
 * is named; a file that cannot be read says nothing. Rejects with what reading the store rejects with.
 */
export async function patientsInFile(
  { objects }: Pick<Portal, 'objects'>,
  { seal, zip }: Pick<ReceivedFile, 'seal' | 'zip'>,
): Promise<PatientsFound> {
  const object = await objects.open(seal);
  try {
    const access = {
      sizeBytes: object.sizeBytes,
      read: (start: number, end: number) => object.bytes({ start, end: Math.min(end, object.sizeBytes) }),
    };
    const found: PatientInFile[] = [];
    for (const read of zip ? someMembers(access, zip) : [() => access.read(0, prefixBytes)]) {
      const patient = patientIn(await read());
      if (patient !== null) found.push(patient);
    }
    const { patients, isAll } = distinctPatients(found);
    return { patients, isAll: isAll && (zip === null || filesOf(zip).length <= mostLookedAt) };
  } finally {
    await object.close();
  }
}

// One person's files differ in spelling, not in twenty spellings.
const mostWritings = 20;

/** Each patient as written once, the first of them where there are very many. */
export function distinctPatients(found: readonly PatientInFile[]): PatientsFound {
  const byWriting = new Map(found.map((patient) => [JSON.stringify(Object.values(patient)), patient]));
  return { patients: [...byWriting.values()].slice(0, mostWritings), isAll: byWriting.size <= mostWritings };
}

const filesOf = ({ entries }: ZipIndex) => entries.filter(({ isDirectory, size }) => !isDirectory && size > 0);

/** The beginnings of members at even distances, the first and the last among them. */
function someMembers(access: RandomAccess, zip: ZipIndex): (() => Promise<Uint8Array>)[] {
  const files = filesOf(zip);
  const count = Math.min(files.length, mostLookedAt);
  const step = count > 1 ? (files.length - 1) / (count - 1) : 1;
  return Array.from({ length: count }, (_, place) => files[Math.round(place * step)]).flatMap((entry) =>
    entry === undefined ? [] : [() => beginningOf(access, entry)],
  );
}

async function beginningOf(
  access: RandomAccess,
  { method, dataOffset, compressedSize }: ZipEntry,
): Promise<Uint8Array> {
  const raw = await access.read(dataOffset, dataOffset + Math.min(compressedSize, prefixBytes));
  return method === 'stored' ? raw : inflatedBeginning(raw);
}

function patientIn(prefix: Uint8Array): PatientInFile | null {
  if (sniffContent(prefix) !== 'dicom' || isMediaDirectory(prefix)) return null;
  try {
    // as if it were the whole file: what is cut off behind the patient is not asked for
    const head = readHead(prefix, true, inflatedBeginning);
    return head === undefined ? null : patientOf(head.dataSet);
  } catch (error) {
    if (error instanceof DicomFault || error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/** What the first bytes of a deflate stream come to; nothing where they are damaged or come to a bomb. */
function inflatedBeginning(raw: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 128 * prefixBytes });
  } catch {
    return new Uint8Array();
  }
}
