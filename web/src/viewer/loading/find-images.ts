import { fillPath } from '@medcloud/contract/route';
import { examInstanceThumbnail, searchExamInstances } from '@medcloud/contract/routes/dicom-web';
import { numberOf, parseDataSets, textOf } from '@medcloud/dicom/json';
import { api } from '../../calls/client/api.ts';
import { callSource } from '../../calls/client/call-source.ts';
import type { SeriesAddress } from './fetch-series.ts';

/** Where an image is. */
export interface ImageAddress extends SeriesAddress {
  /** The file's own number of the image in its series. */
  readonly number: number | undefined;
}

/** Images that one search may name. */
export const maxImagesFound = 50;

/** Finds images of an exam by their SOP instance UIDs. Those that the exam does not have are missing. */
export async function findImages(
  examId: string,
  instanceUids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ImageAddress>> {
  const query = { SOPInstanceUID: instanceUids.join(','), limit: String(maxImagesFound) };
  const response = await api.send(searchExamInstances, { params: { examId }, query }, { signal });
  const rows = response.status === 204 ? [] : parseDataSets(await response.json());
  return new Map(
    rows.flatMap((row): [string, ImageAddress][] => {
      const [uid, studyUid, seriesUid] = ['00080018', '0020000D', '0020000E'].map((tag) => textOf(row, tag));
      if (uid === undefined || studyUid === undefined || seriesUid === undefined) return [];
      return [[uid, { examId, studyUid, seriesUid, number: numberOf(row, '00200013') }]];
    }),
  );
}

/** Returns the URL of an image's thumbnail for an `img`. The cookie authorizes it. */
export function imageThumbnailAddress({ examId, studyUid, seriesUid }: SeriesAddress, instanceUid: string): string {
  const params = { examId, study: studyUid, series: seriesUid, instance: instanceUid };
  return callSource().addressOf(fillPath(examInstanceThumbnail.path, params));
}
