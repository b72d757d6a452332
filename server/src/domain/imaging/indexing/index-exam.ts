import type { PatientInFile } from '@medcloud/contract/guard/compare-patients';
import { DicomFault, isMediaDirectory, type RandomAccess, SNIFF_BYTES, sniffContent, ZipFault } from '@medcloud/dicom';
import { BlobError } from '../../../platform/blobs/blob-error.ts';
import type { PatientsFound } from '../../exams/guard/doubt.ts';
import { distinctPatients } from '../../exams/guard/patients-in-file.ts';
import type { ArchiveSeen } from '../../portal/arrivals.ts';
import { type ContentsLine, packContents } from '../contents.ts';
import { ImagingFault } from '../imaging-fault.ts';
import { patientFacts, type SeriesFacts, type StudyFacts, seriesFacts, studyFacts } from './facts.ts';
import { TextShelf } from './held-text.ts';
import { openMember, Scratch } from './member-access.ts';
import { filesOf, type Member, membersOf } from './members.ts';
import { orderInstances } from './order-instances.ts';
import { type FoundInstance, readInstance } from './read-instance.ts';
import { openSeen } from './seen-member.ts';
import { seriesManifest } from './series-manifest.ts';

// What all instances' metadata may come to, deflated, while they are in memory; and all manifests together.
const mostHeldBytes = 268_435_456;

export interface IndexedSeries extends SeriesFacts {
  readonly manifest: Buffer;
}

/** All that is kept of an exam beside its original. */
export interface IndexedExam {
  /** A list of its files, gzipped JSON. */
  readonly contents: Buffer;
  readonly instanceCount: number;
  readonly otherCount: number;
  readonly unreadableCount: number;
  readonly duplicateCount: number;
  readonly studies: readonly StudyFacts[];
  readonly series: readonly IndexedSeries[];
  /** Whom its files name, those among them of which another has the same instance. */
  readonly patients: PatientsFound;
}

/**
 * Reads an exam's original once from its first byte to its last: holds every file of it against its CRC-32, and says where
 * each instance and each frame lies and what is searched of them. What is not DICOM is listed and not looked into. Rejects
 * with `ImagingFault`, and with what reading the original rejects with. What was `seen` of an archive as it came is not read
 * again, and comes to the same.
 */
export async function indexExam(
  examId: string,
  original: RandomAccess,
  content: 'dcm' | 'zip',
  seen: ArchiveSeen | null = null,
): Promise<IndexedExam> {
  const known = new Map(seen?.members.map((member) => [member.dataOffset, member]));
  const found = new Map<string, FoundInstance>();
  const lines: ContentsLine[] = [];
  const patients: PatientInFile[] = [];
  const scratch = new Scratch();
  const texts = new TextShelf();
  for (const member of seen ? filesOf(seen.zip) : await readMembers(original, content)) {
    const access =
      openSeen(original, member, known.get(member.dataOffset)) ?? (await openMember(original, member, scratch));
    const instance = await readMember(examId, member, access);
    lines.push(lineOf(member, instance, found));
    if (typeof instance === 'string') continue;
    patients.push(patientFacts(instance.shared));
    if (found.has(keyOf(instance))) continue;
    found.set(keyOf(instance), { ...instance, metadata: texts.hold(instance.metadata) });
    if (texts.heldBytes > mostHeldBytes) throw new ImagingFault('overran');
  }
  if (found.size === 0) throw new ImagingFault('unreadable');
  const instances = [...found.values()];
  return { ...(await gathered(instances)), ...counted(lines), patients: distinctPatients(patients) };
}

async function readMembers(original: RandomAccess, content: 'dcm' | 'zip'): Promise<Member[]> {
  try {
    return await membersOf(original, content);
  } catch (error) {
    throw error instanceof ZipFault ? new ImagingFault('damaged', { cause: error }) : error;
  }
}

const keyOf = ({ studyUid, seriesUid, uid }: FoundInstance) => `${studyUid}/${seriesUid}/${uid}`;

async function readMember(
  examId: string,
  member: Member,
  access: RandomAccess & { readonly firstBytes?: number },
): Promise<FoundInstance | 'unreadable' | 'other'> {
  const prefix = await access.read(0, Math.min(access.firstBytes ?? SNIFF_BYTES, access.sizeBytes));
  if (sniffContent(prefix) !== 'dicom' || isMediaDirectory(prefix)) return 'other';
  try {
    return await readInstance(examId, member, access, access.firstBytes);
  } catch (error) {
    // storage that fails is not the file's fault; whatever else goes wrong with one file leaves the others alone
    if (error instanceof BlobError || error instanceof ImagingFault) throw error;
    if (error instanceof DicomFault || error instanceof RangeError || error instanceof TypeError) return 'unreadable';
    throw error;
  }
}

function lineOf(
  { name, size }: Member,
  instance: FoundInstance | 'unreadable' | 'other',
  found: ReadonlyMap<string, FoundInstance>,
): ContentsLine {
  if (typeof instance === 'string') return { name, sizeBytes: size, kind: instance };
  const kind = found.has(keyOf(instance)) ? 'duplicate' : 'instance';
  return { name, sizeBytes: size, kind, instanceUid: instance.uid };
}

function counted(lines: readonly ContentsLine[]): Omit<IndexedExam, 'studies' | 'series' | 'patients'> {
  const count = (kind: ContentsLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return {
    contents: packContents(lines),
    instanceCount: count('instance'),
    otherCount: count('other'),
    unreadableCount: count('unreadable'),
    duplicateCount: count('duplicate'),
  };
}

/** Studies and series with what is kept of them. */
async function gathered(instances: FoundInstance[]): Promise<Pick<IndexedExam, 'studies' | 'series'>> {
  const bySeries = Map.groupBy(instances, ({ studyUid, seriesUid }) => `${studyUid}/${seriesUid}`);
  const series: { facts: SeriesFacts; instances: FoundInstance[] }[] = [];
  for (const some of bySeries.values()) {
    const ordered = orderInstances(some);
    series.push({ facts: seriesFacts(ordered), instances: ordered });
  }
  series.sort((a, b) => compareSeries(a.facts, b.facts));
  const studies = [...Map.groupBy(series, ({ facts }) => facts.studyUid).values()].map((some) =>
    studyFacts(
      some[0]?.instances[0]?.shared ?? {},
      some.map(({ facts }) => facts),
    ),
  );
  const withManifests: IndexedSeries[] = [];
  let manifestBytes = 0;
  for (const { facts, instances: some } of series) {
    const manifest = await seriesManifest(some);
    manifestBytes += manifest.length;
    if (manifestBytes > mostHeldBytes) throw new ImagingFault('overran');
    withManifests.push({ ...facts, manifest });
  }
  return { studies, series: withManifests };
}

/** By study, then number; the same exam always has the same order. */
function compareSeries(a: SeriesFacts, b: SeriesFacts): number {
  if (a.studyUid !== b.studyUid) return a.studyUid < b.studyUid ? -1 : 1;
  const byNumber = (a.seriesNumber ?? Number.MAX_SAFE_INTEGER) - (b.seriesNumber ?? Number.MAX_SAFE_INTEGER);
  return byNumber || (a.seriesUid < b.seriesUid ? -1 : 1);
}
