import { examFrames, examFramesRendered, examSeriesMetadata } from '@medcloud/contract/routes/dicom-web';
import { api } from '../../calls/client/api.ts';
import { type DataSet, parseDataSets } from '../dicom-json.ts';
import type { EncodedFrame } from './frame-store.ts';

export interface SeriesAddress {
  readonly examId: string;
  readonly studyUid: string;
  readonly seriesUid: string;
}

/** Where the pictures of a series begin: what stands before an instance's UID in the name of a picture. */
export function seriesBase({ examId, studyUid, seriesUid }: SeriesAddress): string {
  return `${examId}/${studyUid}/${seriesUid}`;
}

/** The metadata of a series' instances; fails as `portal.send` does. */
export async function fetchMetadata({ examId, studyUid, seriesUid }: SeriesAddress): Promise<DataSet[]> {
  const response = await api.send(examSeriesMetadata, {
    params: { examId, study: studyUid, series: seriesUid },
    query: {},
  });
  return parseDataSets(await response.json());
}

// HTJ2K where the portal has it, which is smaller; else the pixels as they are stored, in whatever syntax.
const accept = 'image/jphc,application/octet-stream;transfer-syntax=*';
const implicitLittle = '1.2.840.10008.1.2';

/** What stands in a picture's name, as the address of a frame. */
function addressOf(imageId: string) {
  const [examId = '', study = '', series = '', instance = '', frames = ''] = imageId.replace(/^frame:/, '').split('/');
  return { examId, study, series, instance, frames };
}

/** A picture as the portal paints it, for what a browser cannot decode; fails as `portal.send` does. */
export async function fetchRenderedFrame(imageId: string): Promise<Blob> {
  const response = await api.send(examFramesRendered, {
    params: addressOf(imageId),
    query: { accept: 'image/png' },
  });
  return await response.blob();
}

/** The bytes of a picture and how they are encoded; fails as `portal.send` does. */
export async function fetchFrame(imageId: string): Promise<EncodedFrame> {
  const response = await api.send(examFrames, {
    params: addressOf(imageId),
    query: { accept },
  });
  const syntax = /transfer-syntax="?([\d.]+)/.exec(response.headers.get('content-type') ?? '')?.[1];
  return { bytes: new Uint8Array(await response.arrayBuffer()), transferSyntax: syntax ?? implicitLittle };
}
