import { createHash } from 'node:crypto';
import type { Element } from './dicom-file.ts';
import type { Person } from './persons.ts';
import type { CharacterSet } from './text.ts';

/** Options of every phantom exam. The same values produce the same bytes. */
export interface ExamOptions {
  readonly seed: number;
  readonly patient: Person;
  /** The center's own number for the patient; by default derived from the person. */
  readonly patientId?: string;
  /** Default: `ISO_IR 192`. */
  readonly characterSet?: CharacterSet;
  /** `YYYY-MM-DD`; default: 2025-03-17. */
  readonly studyDate?: string;
  /** Number of the series in its study; default: 1. */
  readonly seriesNumber?: number;
  /** The study that series of several modalities share; default: one of the modality. */
  readonly study?: { readonly key: string; readonly description: string };
}

/** Properties of a modality's series. */
export interface SeriesDescription {
  readonly modality: 'CT' | 'MR' | 'CR' | 'US' | 'PT';
  readonly studyDescription: string;
  readonly seriesDescription: string;
  readonly bodyPart: string;
}

/** One file of an exam, with its path on a center's medium. */
export interface PhantomFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Returns the elements shared by all instances of a series: patient, study, series, equipment (PS3.3 C.7.1 to C.7.5).
 */
export function examElements(options: ExamOptions, series: SeriesDescription): Element[] {
  const { patient } = options;
  const key = studyKey(options, series);
  const date = (options.studyDate ?? '2025-03-17').replaceAll('-', '');
  const number = numberFrom(key);
  return [
    [0x00080020, 'DA', date],
    [0x00080021, 'DA', date],
    [0x00080023, 'DA', date],
    [0x00080030, 'TM', '101530'],
    [0x00080031, 'TM', '101742'],
    [0x00080033, 'TM', '101742'],
    [0x00080050, 'SH', `A${number % 10_000_000}`],
    [0x00080060, 'CS', series.modality],
    [0x00080070, 'LO', 'MedCloud'],
    [0x00080080, 'LO', 'Διαγνωστικό Κέντρο'],
    [0x00080090, 'PN', ''],
    [0x00081030, 'LO', options.study?.description ?? series.studyDescription],
    [0x0008103e, 'LO', series.seriesDescription],
    [0x00081090, 'LO', 'Computed phantom'],
    [0x00100010, 'PN', `${patient.surname}^${patient.givenName}`],
    [0x00100020, 'LO', options.patientId ?? patientIdOf(patient)],
    [0x00100030, 'DA', patient.birthDate.replaceAll('-', '')],
    [0x00100040, 'CS', patient.sex === 'Female' ? 'F' : 'M'],
    [0x00101010, 'AS', ageOf(patient.birthDate.replaceAll('-', ''), date)],
    [0x00180015, 'CS', series.bodyPart],
    [0x00181020, 'LO', '1'],
    [0x0020000d, 'UI', uid(key)],
    [0x0020000e, 'UI', seriesUid(options, series)],
    [0x00200010, 'SH', `S${number % 100_000}`],
    [0x00200011, 'IS', `${options.seriesNumber ?? 1}`],
  ];
}

/** Returns the elements that identify one instance of a series. */
export function instanceElements(
  options: ExamOptions,
  series: SeriesDescription,
  sopClass: string,
  number: number,
): Element[] {
  return [
    [0x00080016, 'UI', sopClass],
    [0x00080018, 'UI', uid(`${seriesKey(options, series)}/${number}`)],
    [0x00200013, 'IS', `${number}`],
  ];
}

/** Returns the frame of reference of the series, so its positions can be compared (PS3.3 C.7.4.1). */
export function frameOfReference(options: ExamOptions, series: SeriesDescription): Element[] {
  return [
    [0x00200052, 'UI', uid(`${studyKey(options, series)}/frame`)],
    [0x00201040, 'LO', ''],
  ];
}

/** Returns the elements of monochrome pixels: 12 bits, unsigned, stored in 16 (PS3.3 C.7.6.3). */
export function pixelElements(pixels: Uint16Array, rows: number, columns: number): Element[] {
  return [
    [0x00280002, 'US', 1],
    [0x00280004, 'CS', 'MONOCHROME2'],
    [0x00280010, 'US', rows],
    [0x00280011, 'US', columns],
    [0x00280100, 'US', 16],
    [0x00280101, 'US', 12],
    [0x00280102, 'US', 11],
    [0x00280103, 'US', 0],
    [0x7fe00010, 'OW', Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)],
  ];
}

/** Formats numbers as decimal strings of at most 16 characters (PS3.5 6.2, DS). */
export function decimals(...values: number[]): string {
  return values.map((value) => `${Number(value.toFixed(6))}`).join('\\');
}

/** Returns a path as on a center's medium: `DICOM/<modality><series>/IM000001`. */
export function pathOf(options: ExamOptions, series: SeriesDescription, number: number): string {
  return `DICOM/${series.modality}${options.seriesNumber ?? 1}/IM${String(number).padStart(6, '0')}`;
}

function studyKey(options: ExamOptions, series: SeriesDescription): string {
  const { patient } = options;
  return `${options.seed}/${patient.surname}/${patient.givenName}/${patient.birthDate}/${options.studyDate ?? ''}/${options.study?.key ?? series.modality}`;
}

function seriesKey(options: ExamOptions, series: SeriesDescription): string {
  return `${studyKey(options, series)}/${options.seriesNumber ?? 1}`;
}

function seriesUid(options: ExamOptions, series: SeriesDescription): string {
  return uid(seriesKey(options, series));
}

/** Returns a UID under 2.25, from a UUID of version 8 (PS3.5 B.2, RFC 9562 5.8) derived from the key. */
function uid(key: string): string {
  const digest = createHash('sha256').update(`phantom/${key}`).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return `2.25.${BigInt(`0x${digest.toString('hex', 0, 16)}`)}`;
}

function patientIdOf(patient: Person): string {
  return String(100_000 + (numberFrom(`${patient.surname}/${patient.givenName}/${patient.birthDate}`) % 900_000));
}

function numberFrom(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32LE(0);
}

/** Formats the completed years between two dates `YYYYMMDD` as `047Y` (PS3.5 6.2, AS). */
function ageOf(birthDate: string, date: string): string {
  const years = Math.floor((Number(date) - Number(birthDate)) / 10_000);
  return `${String(Math.max(0, years)).padStart(3, '0')}Y`;
}
