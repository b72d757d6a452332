import { examFrames, examFramesRendered, examSeriesMetadata } from '@medcloud/contract/routes/dicom-web';
import { api } from '../../calls/client/api.ts';
import { type DataSet, parseDataSets } from '../dicom-json.ts';
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
