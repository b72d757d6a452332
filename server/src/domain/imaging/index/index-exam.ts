import type { FileMark } from '@medcloud/contract/choices';
import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import {
  DicomFault,
  hasForeignPreamble,
  isMediaDirectory,
  PREAMBLE_BYTES,
  type RandomAccess,
  SNIFF_BYTES,
  sniffContent,
  ZipFault,
} from '@medcloud/dicom';
import { BlobError } from '../../../platform/blobs/blob-error.ts';
import type { MarkCounts } from '../../exams/marks.ts';
import { distinctPatients } from '../../exams/patient-check/find-patients-in-file.ts';
import type { PatientsInFiles } from '../../exams/patient-check/patient-mismatch.ts';
import type { ScannedArchive } from '../../exams/receive/zip-upload-scanner.ts';
import { ImagingFault } from '../imaging-fault.ts';
import { FileInspector } from '../marks/file-inspector.ts';
import { findNameMark } from '../marks/find-name-mark.ts';
import { clearedPreambleCrc } from '../members/cleared-preamble-crc.ts';
import { openMember, ScratchBuffer } from '../members/member-access.ts';
import { filesOf, listMembers, type Member } from '../members/members.ts';
import { openScannedMember } from '../members/open-scanned-member.ts';
import { type ContentsEntry, encodeContents } from './contents.ts';
import { encodeSeriesManifest } from './encode-series-manifest.ts';
import {
  extractPatientFacts,
  extractSeriesFacts,
  extractStudyFacts,
  type SeriesFacts,
  type StudyFacts,
} from './facts.ts';
import { type ParsedInstance, parseInstance } from './parse-instance.ts';
import { sortInstances } from './sort-instances.ts';
import { TextBuffer } from './text-buffer.ts';

// Limit of all instances' deflated metadata in memory, and of all manifests together.
const maxBufferedBytes = 268_435_456;

export interface IndexedSeries extends SeriesFacts {
  readonly manifest: Buffer;
}

/** Everything that is stored about an exam besides its original. */
export interface IndexedExam {
  /** The list of its files, gzipped JSON. */
  readonly contents: Buffer;
  readonly instanceCount: number;
  readonly otherCount: number;
  readonly unreadableCount: number;
  readonly duplicateCount: number;
  /** How many files have each mark. */
  readonly marks: MarkCounts;
  readonly studies: readonly StudyFacts[];
  readonly series: readonly IndexedSeries[];
  /** The patients its files name, including files with a duplicate instance. */
  readonly patients: PatientsInFiles;
}

/**
 * Reads an exam's original once from first to last byte. Checks every file against its CRC-32, and returns the
 * positions of all instances and frames with their searchable facts. Files that are not DICOM are listed, with a mark if
 * they could start something on a reader's computer. Members
 * in `scannedArchive` were checked during the upload and are not read again, with the same result. Rejects with
 * `ImagingFault`, and with errors of reading the original.
 */
export async function indexExam(
  examId: string,
  original: RandomAccess,
  content: 'dcm' | 'zip',
  scannedArchive: ScannedArchive | null = null,
): Promise<IndexedExam> {
  const scannedByOffset = new Map(scannedArchive?.members.map((member) => [member.dataOffset, member]));
  const foundInstances = new Map<string, ParsedInstance>();
  const entries: ContentsEntry[] = [];
  const patients: PatientInFile[] = [];
  const scratch = new ScratchBuffer();
  const textBuffer = new TextBuffer();
  const inspector = new FileInspector();
  for (const member of scannedArchive ? filesOf(scannedArchive.zip) : await readMembers(original, content)) {
    const access =
      openScannedMember(original, member, scannedByOffset.get(member.dataOffset)) ??
      (await openMember(original, member, scratch));
    const file = await inspectMember(examId, member, access, inspector);
    entries.push(toContentsEntry(member, file, foundInstances));
    const { instance } = file;
    if (typeof instance === 'string') continue;
    patients.push(extractPatientFacts(instance.shared));
    if (foundInstances.has(instanceKeyOf(instance))) continue;
    foundInstances.set(instanceKeyOf(instance), { ...instance, metadata: textBuffer.add(instance.metadata) });
    if (textBuffer.sizeBytes > maxBufferedBytes) throw new ImagingFault('overran');
  }
  if (foundInstances.size === 0) throw new ImagingFault('unreadable');
  const instances = [...foundInstances.values()];
  return { ...(await buildStudies(instances)), ...countEntries(entries), patients: distinctPatients(patients) };
}

async function readMembers(original: RandomAccess, content: 'dcm' | 'zip'): Promise<Member[]> {
  try {
    return await listMembers(original, content);
  } catch (error) {
    throw error instanceof ZipFault ? new ImagingFault('damaged', { cause: error }) : error;
  }
}

const instanceKeyOf = ({ studyUid, seriesUid, uid }: ParsedInstance) => `${studyUid}/${seriesUid}/${uid}`;

/** What was found in one file. */
interface InspectedFile {
  readonly instance: ParsedInstance | 'unreadable' | 'other';
  readonly mark: FileMark | null;
  /** What it is if it is part of the download of an exam: DICOM, or a plain document. */
  readonly plainContent: NonNullable<ContentsEntry['content']> | null;
  readonly prefix: Uint8Array;
}

async function inspectMember(
  examId: string,
  member: Member,
  access: RandomAccess & { readonly firstBytes?: number },
  inspector: FileInspector,
): Promise<InspectedFile> {
  const prefix = await access.read(0, Math.min(access.firstBytes ?? SNIFF_BYTES, access.sizeBytes));
  const nameMark = findNameMark(member.name);
  if (sniffContent(prefix) !== 'dicom') {
    const { mark, document } = await inspector.inspectOther(access, prefix);
    return { instance: 'other', mark: mark ?? nameMark, plainContent: document, prefix };
  }
  if (isMediaDirectory(prefix)) return { instance: 'other', mark: nameMark, plainContent: 'dcm', prefix };
  const instance = await parseMember(examId, member, access);
  const mark = instance === 'unreadable' ? null : await inspector.inspectInstance(access, instance);
  return { instance, mark: mark ?? nameMark, plainContent: mark === null ? 'dcm' : null, prefix };
}

async function parseMember(
  examId: string,
  member: Member,
  access: RandomAccess & { readonly firstBytes?: number },
): Promise<ParsedInstance | 'unreadable'> {
  try {
    return await parseInstance(examId, member, access, access.firstBytes);
  } catch (error) {
    // a failing store is not the file's fault; other errors in one file do not affect the others
    if (error instanceof BlobError || error instanceof ImagingFault) throw error;
    if (error instanceof DicomFault || error instanceof RangeError || error instanceof TypeError) return 'unreadable';
    throw error;
  }
}

function toContentsEntry(
  member: Member,
  { instance, mark, plainContent, prefix }: InspectedFile,
  foundInstances: ReadonlyMap<string, ParsedInstance>,
): ContentsEntry {
  const file = {
    name: member.name,
    sizeBytes: member.size,
    ...(mark === null ? {} : { mark }),
    ...(plainContent === null ? {} : { position: positionOf(member, prefix), content: plainContent }),
  };
  if (typeof instance === 'string') return { ...file, kind: instance };
  const kind = foundInstances.has(instanceKeyOf(instance)) ? 'duplicate' : 'instance';
  return { ...file, kind, instanceUid: instance.uid };
}

function positionOf(
  { method, dataOffset, compressedSize, size, crc32 }: Member,
  prefix: Uint8Array,
): ContentsEntry['position'] {
  const clearsPreamble = hasForeignPreamble(prefix);
  const clearedCrc =
    crc32 !== null && clearsPreamble ? clearedPreambleCrc(crc32, prefix.subarray(0, PREAMBLE_BYTES), size) : crc32;
  return { method, dataOffset, compressedSize, crc32: clearedCrc, clearsPreamble };
}

function countEntries(entries: readonly ContentsEntry[]): Omit<IndexedExam, 'studies' | 'series' | 'patients'> {
  const count = (kind: ContentsEntry['kind']) => entries.filter((entry) => entry.kind === kind).length;
  return {
    contents: encodeContents(entries),
    instanceCount: count('instance'),
    otherCount: count('other'),
    unreadableCount: count('unreadable'),
    duplicateCount: count('duplicate'),
    marks: countMarks(entries),
  };
}

function countMarks(entries: readonly ContentsEntry[]): MarkCounts {
  const marks: MarkCounts = {};
  for (const { mark } of entries) if (mark !== undefined) marks[mark] = (marks[mark] ?? 0) + 1;
  return marks;
}

/** Builds studies and series with their facts and manifests. */
async function buildStudies(instances: ParsedInstance[]): Promise<Pick<IndexedExam, 'studies' | 'series'>> {
  const bySeries = Map.groupBy(instances, ({ studyUid, seriesUid }) => `${studyUid}/${seriesUid}`);
  const series: { facts: SeriesFacts; instances: ParsedInstance[] }[] = [];
  for (const instancesOfSeries of bySeries.values()) {
    const ordered = sortInstances(instancesOfSeries);
    series.push({ facts: extractSeriesFacts(ordered), instances: ordered });
  }
  series.sort((a, b) => compareSeries(a.facts, b.facts));
  const studies = [...Map.groupBy(series, ({ facts }) => facts.studyUid).values()].map((seriesOfStudy) =>
    extractStudyFacts(
      seriesOfStudy[0]?.instances[0]?.shared ?? {},
      seriesOfStudy.map(({ facts }) => facts),
    ),
  );
  const withManifests: IndexedSeries[] = [];
  let manifestBytes = 0;
  for (const { facts, instances: seriesInstances } of series) {
    const manifest = await encodeSeriesManifest(seriesInstances);
    manifestBytes += manifest.length;
    if (manifestBytes > maxBufferedBytes) throw new ImagingFault('overran');
    withManifests.push({ ...facts, manifest });
  }
  return { studies, series: withManifests };
}

/** Compares by study, then number, so the same exam always has the same order. */
function compareSeries(a: SeriesFacts, b: SeriesFacts): number {
  if (a.studyUid !== b.studyUid) return a.studyUid < b.studyUid ? -1 : 1;
  const byNumber = (a.seriesNumber ?? Number.MAX_SAFE_INTEGER) - (b.seriesNumber ?? Number.MAX_SAFE_INTEGER);
  return byNumber || (a.seriesUid < b.seriesUid ? -1 : 1);
}
