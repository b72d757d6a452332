import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import type { ObjectKey } from '../../platform/blobs/container.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { getAccessFaultCode } from '../access/grants/access-fault-code.ts';
import { findLastGrantOnExam } from '../access/grants/reads.ts';
import type { CenterScope, DoctorScope, OwnScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { isExamErased } from '../exams/reads.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../keys/patient-key.ts';
import type { SeriesCaches } from './cache/series-caches.ts';
import {
  type ManifestLayout,
  manifestHeaderBytes,
  parseManifestHeader,
  type SeriesIndex,
  seriesIndex,
} from './index/manifest.ts';
import {
  findSeriesOfCenter,
  findSeriesOfDoctor,
  findSeriesOfPatient,
  listSeriesOfCenter,
  listSeriesOfDoctor,
  type SeriesAddress,
  type SeriesRow,
  type StudyAddress,
} from './reads.ts';

const gunzipAsync = promisify(gunzip);
// The index of a series of 20,000 instances takes some 10 MB.
const maxIndexBytes = 268_435_456;

export interface ReadContext {
  readonly context: Pick<AppContext, 'db' | 'objects' | 'keys'>;
  readonly caches: SeriesCaches;
}

/** A series that the scope may view. */
export interface OpenSeries {
  readonly row: SeriesRow;
  readonly index: SeriesIndex;
  readonly original: ObjectKey;
  readonly manifest: ObjectKey;
  readonly thumbnail: ObjectKey | null;
  /** Frames as HTJ2K, if encoded. */
  readonly frames: ObjectKey | null;
  /** Changes if and only if the metadata may have changed: usable as an ETag. */
  readonly manifestId: string;
}

/**
 * Opens a series for its center, or for a doctor under an active grant. Throws the same `not_found` for an unknown
 * exam, a foreign one and one that is not viewable yet. Throws `access_expired` or `access_revoked` for a doctor whose
 * grant ended, `patient_erased` for its center. Logs no access: the caller that shows it does.
 */
export async function openSeries(
  { context, caches }: ReadContext,
  scope: CenterScope | DoctorScope,
  address: SeriesAddress,
): Promise<OpenSeries> {
  if (!isUuid(address.examId)) throw new Fault('not_found');
  const row = await context.db.read(scope, (tx) => getSeriesRow(tx, scope, address));
  return await loadSeries({ context, caches }, row);
}

/**
 * Opens the series at a position of an exam, counted from 0, for the patient whose own pictures the scope sees. Throws
 * `not_found`. Logs no access, like `openSeries`.
 */
export async function openOwnSeries(
  { context, caches }: ReadContext,
  scope: OwnScope,
  address: { examId: string; position: number },
): Promise<OpenSeries> {
  if (!isUuid(address.examId)) throw new Fault('not_found');
  const row = await context.db.read(scope, (tx) => findSeriesOfPatient(tx, address));
  if (row === null) throw new Fault('not_found');
  return await loadSeries({ context, caches }, row);
}

/**
 * Opens all series of a study in their order; empty if the scope sees no such study. Logs no access, like `openSeries`.
 */
export async function openStudy(
  { context, caches }: ReadContext,
  scope: CenterScope | DoctorScope,
  address: StudyAddress,
): Promise<OpenSeries[]> {
  const series: OpenSeries[] = [];
  for await (const opened of iterateSeries({ context, caches }, scope, address)) series.push(opened);
  return series;
}

/** Opens the series of a study, or of all studies of an exam, one after another: a caller may stop early. */
export async function* iterateSeries(
  { context, caches }: ReadContext,
  scope: CenterScope | DoctorScope,
  address: StudyAddress,
): AsyncGenerator<OpenSeries> {
  const rows = await context.db.read(scope, (tx) =>
    scope.kind === 'center'
      ? listSeriesOfCenter(tx, scope.centerId, address)
      : listSeriesOfDoctor(tx, scope.doctorId, address),
  );
  for (const row of rows) yield await loadSeries({ context, caches }, row);
}

async function loadSeries({ context, caches }: ReadContext, row: SeriesRow): Promise<OpenSeries> {
  const objectKeys = objectKeysOf(context, row);
  const index = await caches.indexes.getOrRead(row.manifestId, () => readIndex(context, objectKeys.manifest));
  return { row, index, ...objectKeys, manifestId: row.manifestId };
}

async function getSeriesRow(tx: Reader, scope: CenterScope | DoctorScope, address: SeriesAddress): Promise<SeriesRow> {
  if (scope.kind === 'center') {
    const row = await findSeriesOfCenter(tx, scope.centerId, address);
    if (row !== null) return row;
    throw new Fault((await isExamErased(tx, scope.centerId, address.examId)) ? 'patient_erased' : 'not_found');
  }
  const row = await findSeriesOfDoctor(tx, scope.doctorId, address);
  if (row !== null) return row;
  throw new Fault(getAccessFaultCode(await findLastGrantOnExam(tx, scope.doctorId, address.examId)));
}

function objectKeysOf({ keys }: Pick<AppContext, 'keys'>, row: SeriesRow) {
  const patientKey = unwrapPatientKey(keys, row.patientUuid, row.wrappedPatientKey);
  const objectKeyOf = (objectId: string, wrapped: Buffer): ObjectKey => ({
    objectId,
    keyId: objectId,
    key: unwrapObjectKey(patientKey, wrapped, objectId),
  });
  const optionalKeyOf = (objectId: string | null, wrapped: Buffer | null) =>
    objectId === null || wrapped === null ? null : objectKeyOf(objectId, wrapped);
  return {
    original: objectKeyOf(row.originalId, row.wrappedOriginalKey),
    manifest: objectKeyOf(row.manifestId, row.wrappedManifestKey),
    thumbnail: optionalKeyOf(row.thumbnailId, row.wrappedThumbnailKey),
    frames: optionalKeyOf(row.framesId, row.wrappedFramesKey),
  };
}

/** Reads where the parts of a manifest are. Throws `BlobError`. */
export async function readManifestLayout(
  { objects }: Pick<AppContext, 'objects'>,
  manifest: ObjectKey,
): Promise<ManifestLayout> {
  return parseManifestHeader(await objects.readPart(manifest, { start: 0, end: manifestHeaderBytes }));
}

/** Reads a manifest's index and returns it with the length of its JSON. */
export async function readIndex(context: Pick<AppContext, 'objects'>, manifest: ObjectKey) {
  const { index } = await readManifestLayout(context, manifest);
  const gzipped = await context.objects.readPart(manifest, index);
  const text = await gunzipAsync(gzipped, { maxOutputLength: maxIndexBytes });
  return { value: seriesIndex.parse(JSON.parse(text.toString('utf8'))), sizeBytes: text.length };
}
