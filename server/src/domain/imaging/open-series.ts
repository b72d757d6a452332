import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import type { Seal } from '../../platform/blobs/container.ts';
import type { Reader } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import { accessRefusal } from '../grants/access-refusal.ts';
import { findLastGrantOnExam } from '../grants/store.ts';
import { openObjectKey, openWrappedPatientKey } from '../keys/patient-key.ts';
import type { Portal } from '../portal/portal.ts';
import {
  type ManifestPlaces,
  manifestHeaderBytes,
  readManifestHeader,
  type SeriesIndex,
  seriesIndex,
} from './manifest.ts';
import {
  findSeriesOfCenter,
  findSeriesOfDoctor,
  listSeriesOfCenter,
  listSeriesOfDoctor,
  type SeriesAsked,
  type SeriesRow,
  type StudyAsked,
} from './read-store.ts';
import type { Shelves } from './shelves.ts';

const inflated = promisify(gunzip);
// A series of 20,000 instances has an index of some 10 MB.
const mostIndexBytes = 268_435_456;

export interface Reading {
  readonly portal: Pick<Portal, 'db' | 'objects' | 'keys'>;
  readonly shelves: Shelves;
}

/** A series that somebody may look at. */
export interface OpenSeries {
  readonly row: SeriesRow;
  readonly index: SeriesIndex;
  readonly original: Seal;
  readonly thumbnail: Seal | null;
  /** Frames as HTJ2K, where they were made. */
  readonly frames: Seal | null;
  /** Changes when, and only when, the metadata may have: fit for an ETag. */
  readonly manifestId: string;
}

/**
 * Opens a series for its center, or for a doctor under a live grant: whoever sees the exam. Fails with `not_found` alike
 * for an unknown, a foreign and a not yet viewable one; with `access_expired` or `access_revoked` for a doctor who once
 * held a grant. Leaves no trace: whoever shows it to somebody writes that.
 */
export async function openSeries(
  { portal, shelves }: Reading,
  scope: CenterScope | DoctorScope,
  asked: SeriesAsked,
): Promise<OpenSeries> {
  if (!isUuid(asked.examId)) throw new Fault('not_found');
  const row = await portal.db.read(scope, (tx) => findFor(tx, scope, asked));
  return await opened({ portal, shelves }, row);
}

/** Opens all series of a study, in their order; none where the scope sees no such study. Leaves no trace, as `openSeries`. */
export async function openStudy(
  { portal, shelves }: Reading,
  scope: CenterScope | DoctorScope,
  asked: StudyAsked,
): Promise<OpenSeries[]> {
  const rows = await portal.db.read(scope, (tx) =>
    scope.kind === 'center'
      ? listSeriesOfCenter(tx, scope.centerId, asked)
      : listSeriesOfDoctor(tx, scope.doctorId, asked),
  );
  const series: OpenSeries[] = [];
  for (const row of rows) series.push(await opened({ portal, shelves }, row));
  return series;
}

async function opened({ portal, shelves }: Reading, row: SeriesRow): Promise<OpenSeries> {
  const seals = sealsOf(portal, row);
  const index = await shelves.indexes.take(row.manifestId, () => readIndex(portal, seals.manifest));
  return { row, index, ...seals, manifestId: row.manifestId };
}

async function findFor(tx: Reader, scope: CenterScope | DoctorScope, asked: SeriesAsked): Promise<SeriesRow> {
  if (scope.kind === 'center') {
    const row = await findSeriesOfCenter(tx, scope.centerId, asked);
    if (row === null) throw new Fault('not_found');
    return row;
  }
  const row = await findSeriesOfDoctor(tx, scope.doctorId, asked);
  if (row !== null) return row;
  throw new Fault(accessRefusal(await findLastGrantOnExam(tx, scope.doctorId, asked.examId)));
}

function sealsOf({ keys }: Pick<Portal, 'keys'>, row: SeriesRow) {
  const patientKey = openWrappedPatientKey(keys, row.patientUuid, row.wrappedPatientKey);
  const sealOf = (objectId: string, wrapped: Buffer): Seal => ({
    objectId,
    keyId: objectId,
    key: openObjectKey(patientKey, wrapped, objectId),
  });
  const maybe = (objectId: string | null, wrapped: Buffer | null) =>
    objectId === null || wrapped === null ? null : sealOf(objectId, wrapped);
  return {
    original: sealOf(row.originalId, row.wrappedOriginalKey),
    manifest: sealOf(row.manifestId, row.wrappedManifestKey),
    thumbnail: maybe(row.thumbnailId, row.wrappedThumbnailKey),
    frames: maybe(row.framesId, row.wrappedFramesKey),
  };
}

async function readPlaces({ objects }: Pick<Portal, 'objects'>, manifest: Seal): Promise<ManifestPlaces> {
  return readManifestHeader(await objects.readBytes(manifest, { start: 0, end: manifestHeaderBytes }));
}

/** A manifest's index, and how long its JSON is. */
export async function readIndex(portal: Pick<Portal, 'objects'>, manifest: Seal) {
  const { index } = await readPlaces(portal, manifest);
  const packed = await portal.objects.readBytes(manifest, index);
  const text = await inflated(packed, { maxOutputLength: mostIndexBytes });
  return { value: seriesIndex.parse(JSON.parse(text.toString('utf8'))), sizeBytes: text.length };
}

/** A series' metadata as WADO-RS answers them, made when the exam was prepared: gzipped, with its length; and plain, how long. */
export interface SeriesMetadata {
  readonly gzip: Readable;
  readonly gzipBytes: number;
  readonly plainBytes: number;
}

/** Streams a series' metadata from the store: one reading, nothing made anew. */
export async function readSeriesMetadata(
  { objects, keys }: Pick<Portal, 'objects' | 'keys'>,
  { row }: OpenSeries,
): Promise<SeriesMetadata> {
  const { manifest } = sealsOf({ keys }, row);
  const { metadata, metadataBytes } = await readPlaces({ objects }, manifest);
  return {
    gzip: await objects.read(manifest, metadata),
    gzipBytes: metadata.end - metadata.start,
    plainBytes: metadataBytes,
  };
}
