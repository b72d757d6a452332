import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import { groupByPerson } from '@medcloud/contract/patient-check/find-patient-mismatch';
import type { InstanceFacts, PreflightFile, Thumbnail, ZipEntry } from '@medcloud/dicom';

/** The location of a file in a drop: a loose file, or a member of a dropped archive. */
export interface FileRef {
  readonly dropped: number;
  readonly path: string;
  readonly member: ZipEntry | null;
}

export interface DropSeries {
  readonly key: string;
  readonly description: string;
  readonly number: number | null;
  readonly modality: string;
  readonly images: number;
  readonly sizeBytes: number;
  readonly files: readonly FileRef[];
  /** The slice whose thumbnail represents the series. */
  readonly middleInstance: { ref: FileRef; facts: InstanceFacts } | null;
  readonly thumbnail?: Thumbnail | undefined;
}

export interface DropStudy {
  readonly key: string;
  readonly description: string;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly accessionNumber: string;
  readonly physician: string;
  readonly series: readonly DropSeries[];
}

/** One person in a drop, who becomes one exam. `spellings`: the patient as named in the files, without repetitions. */
export interface DropPerson {
  /** The files name no patient and are separate from those that do. The center must select the patient. */
  readonly isUnnamed: boolean;
  readonly spellings: readonly PatientInFile[];
  readonly studies: readonly DropStudy[];
}

/** The summary of dropped files, read before the upload. */
export interface DropSummary {
  readonly persons: readonly DropPerson[];
  /** The medium's own programs. */
  readonly programCount: number;
  /** Paths of PDFs and pictures, which are an exam by themselves but not beside images. */
  readonly documentPaths: readonly string[];
  /** Paths of files that are no exam. A DICOMDIR is not one of them. */
  readonly otherPaths: readonly string[];
  /** Paths of files that a DICOMDIR lists and that were not dropped with it. */
  readonly missingPaths: readonly string[];
  /** Paths of files that are damaged or cannot be read from the disk. */
  readonly damagedPaths: readonly string[];
}

interface Instance {
  readonly ref: FileRef;
  readonly size: number;
  readonly facts: InstanceFacts;
  readonly patient: PatientInFile;
}

/** Groups files by person, study and series. An unnamed file is assigned to the person of its study. */
export function summarizeDrop(files: readonly PreflightFile[]): DropSummary {
  const instances = files.flatMap((found) => (found.facts === undefined ? [] : [instanceOf(found, found.facts)]));
  const pathsOf = (...kinds: PreflightFile['kind'][]) =>
    files.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);
  return {
    persons: personsOf(instances),
    programCount: pathsOf('program').length,
    documentPaths: pathsOf('document'),
    otherPaths: pathsOf('other'),
    missingPaths: findMissing(files),
    damagedPaths: pathsOf('unreadable', 'broken'),
  };
}

/** Returns what the DICOMDIRs list and is not here, neither by its path nor, renamed or moved, by its UID. */
function findMissing(files: readonly PreflightFile[]): string[] {
  const found = new Set(files.map(({ path }) => normalizePath(path)));
  const foundUids = new Set(files.flatMap(({ facts }) => facts?.instanceUid || []));
  const missing = files.flatMap((index) => {
    const folder = index.path.slice(0, index.path.lastIndexOf('/') + 1);
    return (index.listedFiles ?? [])
      .filter(({ instanceUid }) => !foundUids.has(instanceUid))
      .map(({ path }) => `${folder}${path}`)
      .filter((path) => !found.has(normalizePath(path)));
  });
  return [...new Set(missing)];
}

/** File systems show the names of a disc in lower case, with a dot or a version (ISO 9660: `IM1.;1`). */
const normalizePath = (path: string) => path.toUpperCase().replace(/\.?(;\d+)?$/, '');

function instanceOf({ dropped, path, member, size }: PreflightFile, facts: InstanceFacts): Instance {
  return { ref: { dropped, path, member }, size, facts, patient: facts.patient };
}

const spellingOf = (patient: PatientInFile) => JSON.stringify(Object.values(patient));

function personsOf(instances: readonly Instance[]): DropPerson[] {
  if (instances.length === 0) return [];
  const bySpelling = Map.groupBy(instances, ({ patient }) => spellingOf(patient));
  const spellings = [...bySpelling.values()].flatMap(([first]) => (first ? [first.patient] : []));
  const persons = groupByPerson(spellings).map((group) =>
    group.flatMap((one) => bySpelling.get(spellingOf(one)) ?? []),
  );
  const namedInstances = new Set(persons.flat());
  const unnamedInstances = instances.filter((one) => !namedInstances.has(one));
  const [only, ...others] = persons;
  if (only === undefined || others.length === 0) return [personOf([...(only ?? []), ...unnamedInstances], false)];
  const { assigned, unnamed } = assignUnnamed(persons, unnamedInstances);
  return [...assigned.map((group) => personOf(group, false)), ...(unnamed.length > 0 ? [personOf(unnamed, true)] : [])];
}

/**
 * Assigns unnamed files to the person whose study they belong to, or whose series if several persons share the study.
 */
function assignUnnamed(persons: readonly Instance[][], unnamedInstances: readonly Instance[]) {
  const studies = findOwnerBy(persons, ({ facts }) => facts.studyUid);
  const series = findOwnerBy(persons, ({ facts }) => facts.seriesUid);
  const assigned = persons.map((group) => [...group]);
  const unnamed: Instance[] = [];
  for (const instance of unnamedInstances) {
    const index = studies(instance) ?? series(instance);
    (assigned[index ?? -1] ?? unnamed).push(instance);
  }
  return { assigned, unnamed };
}

/** Returns a function that finds the index of the only person with files of the same UID. */
function findOwnerBy(persons: readonly Instance[][], uidOf: (instance: Instance) => string) {
  const owners = new Map<string, number | undefined>();
  for (const [index, group] of persons.entries())
    for (const uid of new Set(group.map(uidOf))) owners.set(uid, owners.has(uid) ? undefined : index);
  return (instance: Instance) => (uidOf(instance) === '' ? undefined : owners.get(uidOf(instance)));
}

function personOf(instances: readonly Instance[], isUnnamed: boolean): DropPerson {
  const spellings = new Map(instances.map(({ patient }) => [spellingOf(patient), patient]));
  return { isUnnamed, spellings: [...spellings.values()], studies: studiesOf(instances) };
}

function studiesOf(instances: readonly Instance[]): DropStudy[] {
  const studies = [...Map.groupBy(instances, ({ facts }) => facts.studyUid)].map(([key, group]) => studyOf(key, group));
  return studies.sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''));
}

function studyOf(key: string, instances: readonly Instance[]): DropStudy {
  const first = (text: (facts: InstanceFacts) => string | null) =>
    instances.map(({ facts }) => text(facts)).find((value) => value) ?? '';
  const series = [...Map.groupBy(instances, ({ facts }) => facts.seriesUid)].map(([uid, group]) =>
    seriesOf(`${key}/${uid}`, group),
  );
  return {
    key,
    description: first((facts) => facts.studyDescription),
    date: first((facts) => facts.studyDate) || null,
    accessionNumber: first((facts) => facts.accessionNumber),
    physician: first((facts) => facts.referringPhysician),
    series: series.sort((one, other) => (one.number ?? 1e9) - (other.number ?? 1e9)),
  };
}

function seriesOf(key: string, instances: readonly Instance[]): DropSeries {
  const sorted = instances.toSorted((one, other) => one.facts.instanceNumber - other.facts.instanceNumber);
  const middleInstance = sorted[Math.floor(sorted.length / 2)];
  return {
    key,
    description: sorted[0]?.facts.seriesDescription ?? '',
    number: sorted[0]?.facts.seriesNumber ?? null,
    modality: sorted[0]?.facts.modality ?? '',
    images: sorted.reduce((sum, { facts }) => sum + facts.frames, 0),
    sizeBytes: sorted.reduce((sum, { size }) => sum + size, 0),
    files: sorted.map(({ ref }) => ref),
    middleInstance: middleInstance ? { ref: middleInstance.ref, facts: middleInstance.facts } : null,
  };
}
