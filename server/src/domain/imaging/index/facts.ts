import { isValidAmka } from '@medcloud/contract';
import { createNameKey } from '@medcloud/contract/names/search-key';
import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import type { DicomJson } from '@medcloud/dicom';
import { frameCount } from './frame-table.ts';
import { attributesOf, dateAt, integerAt, storableText, textAt } from './json-values.ts';
import type { ParsedInstance } from './parse-instance.ts';
import { seriesTags, studyTags, tags } from './tags.ts';

/**
 * The searchable facts of a study. The patient number is separate: it may be an AMKA, which is not stored as plain
 * text.
 */
export interface StudyFacts {
  readonly studyUid: string;
  readonly studyDate: string | null;
  readonly studyTime: string | null;
  readonly accessionNumber: string | null;
  readonly studyId: string | null;
  readonly description: string | null;
  readonly patientName: string | null;
  readonly patientNameKey: string;
  readonly physicianNameKey: string;
  readonly patientNumber: string | null;
  readonly isPatientNumberAmka: boolean;
  readonly birthDate: string | null;
  readonly sex: string | null;
  readonly modalities: readonly string[];
  readonly seriesCount: number;
  readonly instanceCount: number;
  /** JSON. */
  readonly attributes: string;
}

export interface SeriesFacts {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly modality: string | null;
  readonly seriesNumber: number | null;
  readonly seriesDate: string | null;
  readonly description: string | null;
  readonly bodyPart: string | null;
  readonly instanceCount: number;
  readonly frameCount: number;
  readonly sizeBytes: number;
  readonly sopClasses: readonly string[];
  readonly transferSyntaxes: readonly string[];
  /** JSON. */
  readonly attributes: string;
}

/**
 * Extracts a study's facts from the first instance of its first series: all instances share them (PS3.3 C.7.1, C.7.2).
 */
export function extractStudyFacts(shared: DicomJson, series: readonly SeriesFacts[]): StudyFacts {
  const patientNumber = textAt(shared, tags.patientId, 128);
  return {
    studyUid: series[0]?.studyUid ?? '',
    studyDate: dateAt(shared, tags.studyDate),
    studyTime: textAt(shared, tags.studyTime, 28),
    accessionNumber: textAt(shared, tags.accessionNumber, 64),
    studyId: textAt(shared, tags.studyId, 64),
    description: textAt(shared, tags.studyDescription),
    patientName: textAt(shared, tags.patientName),
    patientNameKey: nameKeyOf(textAt(shared, tags.patientName)),
    physicianNameKey: nameKeyOf(textAt(shared, tags.referringPhysician)),
    patientNumber,
    isPatientNumberAmka: isValidAmka(patientNumber?.trim() ?? ''),
    birthDate: dateAt(shared, tags.birthDate),
    sex: textAt(shared, tags.sex, 16),
    modalities: [...new Set(series.map(({ modality }) => modality).filter((modality) => modality !== null))].sort(),
    seriesCount: series.length,
    instanceCount: series.reduce((sum, { instanceCount }) => sum + instanceCount, 0),
    attributes: attributesOf(shared, studyTags),
  };
}

/** Extracts the patient of a file, to compare with the exam's patient. */
export function extractPatientFacts(shared: DicomJson): PatientInFile {
  return {
    name: textAt(shared, tags.patientName, 200),
    birthDate: dateAt(shared, tags.birthDate),
    sex: textAt(shared, tags.sex, 16),
    number: textAt(shared, tags.patientId, 128),
  };
}

/** Returns the search key of a name, surname^given^middle (PS3.5 6.2.1), for both alphabets. */
function nameKeyOf(name: string | null): string {
  const [surname = '', given = '', middle = ''] = (name ?? '').split('^');
  return createNameKey(`${given} ${middle}`, surname);
}

const maxUidLength = 64;

/** Extracts a series' facts from its instances, which must be in their final order. */
export function extractSeriesFacts(instances: readonly ParsedInstance[]): SeriesFacts {
  const [first] = instances;
  if (first === undefined) throw new Error('The series has no instances.');
  const { shared } = first;
  const distinct = (values: string[]) => [...new Set(values.filter((value) => value !== ''))].sort();
  return {
    studyUid: first.studyUid,
    seriesUid: first.seriesUid,
    modality: textAt(shared, tags.modality, 16),
    seriesNumber: integerAt(shared, tags.seriesNumber),
    seriesDate: dateAt(shared, tags.seriesDate),
    description: textAt(shared, tags.seriesDescription),
    bodyPart: textAt(shared, tags.bodyPart, 64),
    instanceCount: instances.length,
    frameCount: instances.reduce((sum, { frames }) => sum + frameCount(frames), 0),
    sizeBytes: instances.reduce((sum, { size }) => sum + size, 0),
    sopClasses: distinct(instances.map(({ sopClass }) => sopClass)),
    transferSyntaxes: distinct(
      instances.map(({ transferSyntax }) => storableText(transferSyntax).slice(0, maxUidLength)),
    ),
    attributes: attributesOf(shared, seriesTags),
  };
}
