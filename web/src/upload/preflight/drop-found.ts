import type { PatientInFile } from '@medcloud/contract/guard/compare-patients';
import { samePersons } from '@medcloud/contract/guard/judge-patients';
import type { FoundFile, InstanceFacts, SmallPicture, ZipEntry } from '@medcloud/dicom';

/** Where a file of a drop lies: by itself, or as a member of a dropped archive. */
export interface FileRef {
  readonly dropped: number;
  readonly path: string;
  readonly member: ZipEntry | null;
}

export interface SeriesFound {
  readonly key: string;
  readonly description: string;
  readonly number: number | null;
  readonly modality: string;
  readonly images: number;
  readonly sizeBytes: number;
  readonly files: readonly FileRef[];
  /** The slice whose picture stands for the series. */
  readonly middle: { ref: FileRef; facts: InstanceFacts } | null;
  readonly picture?: SmallPicture | undefined;
}

export interface StudyFound {
  readonly key: string;
  readonly description: string;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly accessionNumber: string;
  readonly physician: string;
  readonly series: readonly SeriesFound[];
}

/** One person in a drop: one exam. `writings`: the patient as the files name them, each writing once. */
export interface PersonFound {
  /** Their files name nobody, and stand apart from those that do: whose they are, the center has to say. */
  readonly isUnknown: boolean;
  readonly writings: readonly PatientInFile[];
  readonly studies: readonly StudyFound[];
}

/** What was read of a drop before anything was sent. */
export interface DropFound {
  readonly persons: readonly PersonFound[];
  /** Files that are no images: the medium's own programs, and all others; a DICOMDIR counts among neither. */
  readonly programs: number;
  readonly others: number;
  /** Paths of the files that are damaged, or whose bytes the disk does not give. */
  readonly damaged: readonly string[];
  readonly tookMs: number;
}

interface Instance {
  readonly ref: FileRef;
  readonly size: number;
  readonly facts: InstanceFacts;
  readonly patient: PatientInFile;
}

/** Gathers what was found by person, study and series. A file that names nobody goes with the person of its study. */
export function gatherDrop(files: readonly FoundFile[], tookMs: number): DropFound {
  const instances = files.flatMap((found) => (found.facts === undefined ? [] : [instanceOf(found, found.facts)]));
  const count = (kind: FoundFile['kind']) => files.filter((file) => file.kind === kind).length;
  return {
    persons: personsOf(instances),
    ...{ programs: count('program'), others: count('other') },
    damaged: files.filter(({ kind }) => kind === 'unreadable' || kind === 'broken').map(({ path }) => path),
    tookMs,
  };
}

function instanceOf({ dropped, path, member, size }: FoundFile, facts: InstanceFacts): Instance {
  return { ref: { dropped, path, member }, size, facts, patient: facts.patient };
}

const writingOf = (patient: PatientInFile) => JSON.stringify(Object.values(patient));

function personsOf(instances: readonly Instance[]): PersonFound[] {
  if (instances.length === 0) return [];
  const byWriting = Map.groupBy(instances, ({ patient }) => writingOf(patient));
  const writings = [...byWriting.values()].flatMap(([first]) => (first ? [first.patient] : []));
  const persons = samePersons(writings).map((some) => some.flatMap((one) => byWriting.get(writingOf(one)) ?? []));
  const named = new Set(persons.flat());
  const nobodys = instances.filter((one) => !named.has(one));
  const [only, ...others] = persons;
  if (only === undefined || others.length === 0) return [personOf([...(only ?? []), ...nobodys], false)];
  const { theirs, unknown } = shareOut(persons, nobodys);
  return [...theirs.map((some) => personOf(some, false)), ...(unknown.length > 0 ? [personOf(unknown, true)] : [])];
}

/** Gives files that name nobody to the one person to whom their study belongs, or where several share that, their series. */
function shareOut(persons: readonly Instance[][], nobodys: readonly Instance[]) {
  const studies = ownersBy(persons, ({ facts }) => facts.studyUid);
  const series = ownersBy(persons, ({ facts }) => facts.seriesUid);
  const theirs = persons.map((some) => [...some]);
  const unknown: Instance[] = [];
  for (const instance of nobodys) {
    const place = studies(instance) ?? series(instance);
    (theirs[place ?? -1] ?? unknown).push(instance);
  }
  return { theirs, unknown };
}

/** Finds the place of the one person with files of the same UID. */
function ownersBy(persons: readonly Instance[][], uidOf: (instance: Instance) => string) {
  const owners = new Map<string, number | undefined>();
  for (const [place, some] of persons.entries())
    for (const uid of new Set(some.map(uidOf))) owners.set(uid, owners.has(uid) ? undefined : place);
  return (instance: Instance) => (uidOf(instance) === '' ? undefined : owners.get(uidOf(instance)));
}

function personOf(instances: readonly Instance[], isUnknown: boolean): PersonFound {
  const writings = new Map(instances.map(({ patient }) => [writingOf(patient), patient]));
  return { isUnknown, writings: [...writings.values()], studies: studiesOf(instances) };
}

function studiesOf(instances: readonly Instance[]): StudyFound[] {
  const studies = [...Map.groupBy(instances, ({ facts }) => facts.studyUid)].map(([key, some]) => studyOf(key, some));
  return studies.sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''));
}

function studyOf(key: string, instances: readonly Instance[]): StudyFound {
  const first = (text: (facts: InstanceFacts) => string | null) =>
    instances.map(({ facts }) => text(facts)).find((value) => value) ?? '';
  const series = [...Map.groupBy(instances, ({ facts }) => facts.seriesUid)].map(([uid, some]) =>
    seriesOf(`${key}/${uid}`, some),
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

function seriesOf(key: string, instances: readonly Instance[]): SeriesFound {
  const ordered = instances.toSorted((one, other) => one.facts.instanceNumber - other.facts.instanceNumber);
  const middle = ordered[Math.floor(ordered.length / 2)];
  return {
    key,
    description: ordered[0]?.facts.seriesDescription ?? '',
    number: ordered[0]?.facts.seriesNumber ?? null,
    modality: ordered[0]?.facts.modality ?? '',
    images: ordered.reduce((sum, { facts }) => sum + facts.frames, 0),
    sizeBytes: ordered.reduce((sum, { size }) => sum + size, 0),
    files: ordered.map(({ ref }) => ref),
    middle: middle ? { ref: middle.ref, facts: middle.facts } : null,
  };
}
