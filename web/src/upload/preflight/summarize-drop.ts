import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import { groupByPerson } from '@medcloud/contract/patient-check/find-patient-mismatch';
import type { InstanceFacts, PreflightFile, Thumbnail, ZipEntry } from '@medcloud/dicom';

/** Where a file of a drop lies: by itself, or as a member of a dropped archive. */
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
  /** The slice whose picture stands for the series. */
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

/** One person in a drop: one exam. `writings`: the patient as the files name them, each writing once. */
export interface DropPerson {
  /** Their files name nobody, and stand apart from those that do: whose they are, the center has to say. */
  readonly isUnnamed: boolean;
  readonly spellings: readonly PatientInFile[];
  readonly studies: readonly DropStudy[];
}

/** What was read of a drop before anything was sent. */
export interface DropSummary {
  readonly persons: readonly DropPerson[];
  /** Files that are no images: the medium's own programs, and all others; a DICOMDIR counts among neither. */
  readonly programCount: number;
  readonly otherCount: number;
  /** Paths of the files that are damaged, or whose bytes the disk does not give. */
  readonly damagedPaths: readonly string[];
  readonly tookMs: number;
}

interface Instance {
  readonly ref: FileRef;
  readonly size: number;
  readonly facts: InstanceFacts;
  readonly patient: PatientInFile;
}

/** Gathers what was found by person, study and series. A file that names nobody goes with the person of its study. */
export function summarizeDrop(files: readonly PreflightFile[], tookMs: number): DropSummary {
  const instances = files.flatMap((found) => (found.facts === undefined ? [] : [instanceOf(found, found.facts)]));
  const count = (kind: PreflightFile['kind']) => files.filter((file) => file.kind === kind).length;
  return {
    persons: personsOf(instances),
    ...{ programCount: count('program'), otherCount: count('other') },
    damagedPaths: files.filter(({ kind }) => kind === 'unreadable' || kind === 'broken').map(({ path }) => path),
    tookMs,
  };
}

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
  const [only, ...otherCount] = persons;
  if (only === undefined || otherCount.length === 0) return [personOf([...(only ?? []), ...unnamedInstances], false)];
  const { assigned, unnamed } = assignUnnamed(persons, unnamedInstances);
  return [...assigned.map((group) => personOf(group, false)), ...(unnamed.length > 0 ? [personOf(unnamed, true)] : [])];
}

/** Gives files that name nobody to the one person to whom their study belongs, or where several share that, their series. */
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

/** Finds the place of the one person with files of the same UID. */
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
