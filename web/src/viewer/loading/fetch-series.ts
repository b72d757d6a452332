import {
  examFrames,
  examFramesRendered,
  examSeriesMetadata,
  searchExamInstances,
} from '@medcloud/contract/routes/dicom-web';
import { type DataSet, parseDataSets, textOf } from '@medcloud/dicom/json';
import { api } from '../../calls/client/api.ts';
import type { EncodedFrame } from './frame-store.ts';

export interface SeriesAddress {
  readonly examId: string;
  readonly studyUid: string;
  readonly seriesUid: string;
}

/** Returns the prefix of a series' image ids, before the instance's UID. */
export function seriesBase({ examId, studyUid, seriesUid }: SeriesAddress): string {
  return `${examId}/${studyUid}/${seriesUid}`;
}

/** Fetches the metadata of a series' instances. Rejects like `api.send`. */
export async function fetchMetadata({ examId, studyUid, seriesUid }: SeriesAddress): Promise<DataSet[]> {
  const response = await api.send(examSeriesMetadata, {
    params: { examId, study: studyUid, series: seriesUid },
    query: {},
  });
  return parseDataSets(await response.json());
}

/** Finds the series of an instance in an exam; null if the exam does not contain it. Rejects like `api.send`. */
export async function findSeriesOf(examId: string, sop: string): Promise<SeriesAddress | null> {
  const query = { SOPInstanceUID: sop, limit: '1' };
  const response = await api.send(searchExamInstances, { params: { examId }, query });
  const [found] = parseDataSets(response.status === 204 ? [] : await response.json());
  const [studyUid, seriesUid] = found ? [textOf(found, '0020000D'), textOf(found, '0020000E')] : [];
  return studyUid !== undefined && seriesUid !== undefined ? { examId, studyUid, seriesUid } : null;
}

// HTJ2K if the server has it, because it is smaller. Otherwise the pixels in their stored transfer syntax.
const accept = 'image/jphc,application/octet-stream;transfer-syntax=*';
const implicitLittle = '1.2.840.10008.1.2';

/** Parses an image id to the route parameters of a frame. */
function addressOf(imageId: string) {
  const [examId = '', study = '', series = '', instance = '', frames = ''] = imageId.replace(/^frame:/, '').split('/');
  return { examId, study, series, instance, frames };
}

/** Returns the exam of an image id. */
export const examOf = (imageId: string) => addressOf(imageId).examId;

/** Fetches an image rendered by the server, for images a browser cannot decode. Rejects like `api.send`. */
export async function fetchRenderedFrame(imageId: string): Promise<Blob> {
  const response = await api.send(examFramesRendered, {
    params: addressOf(imageId),
    query: { accept: 'image/png' },
  });
  return await response.blob();
}

/** Fetches an image's encoded bytes and their transfer syntax. Rejects like `api.send`. */
export async function fetchFrame(imageId: string): Promise<EncodedFrame> {
  const response = await api.send(examFrames, {
    params: addressOf(imageId),
    query: { accept },
  });
  const syntax = /transfer-syntax="?([\d.]+)/.exec(response.headers.get('content-type') ?? '')?.[1];
  return { bytes: new Uint8Array(await response.arrayBuffer()), transferSyntax: syntax ?? implicitLittle };
}
