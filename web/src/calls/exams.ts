import { fillPath } from '@medcloud/contract/route';
import { examSeriesThumbnail, retrieveExamSeries, retrieveExamStudy } from '@medcloud/contract/routes/dicom-web';
import { examToOpen } from '@medcloud/contract/routes/exams';
import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { api } from './client/api.ts';
import { useApiQuery } from './client/use-api-query.ts';
import type { DownloadFile } from './download.ts';

/** Gets an exam with its patient and series. The server logs this as an access to the exam. */
export const useExamToOpen = (examId: string) => useApiQuery(examToOpen, { params: { id: examId } });

type SeriesAddress = Pick<ViewerSeries, 'studyUid' | 'seriesUid'>;

/** Returns the URL of a series' thumbnail for an `img`. The cookie authorizes it. */
export function thumbnailAddress(examId: string, { studyUid, seriesUid }: SeriesAddress) {
  return fillPath(examSeriesThumbnail.path, { examId, study: studyUid, series: seriesUid });
}

const zip = { accept: 'application/zip' } as const;

/** Returns the ZIP download of a series' uploaded image files. */
export function zipOfSeries(examId: string, { studyUid, seriesUid }: SeriesAddress): DownloadFile {
  const params = { examId, study: studyUid, series: seriesUid };
  return {
    address: `${fillPath(retrieveExamSeries.path, params)}?${new URLSearchParams(zip)}`,
    name: `exam_${examId}.zip`,
    request: () => api.send(retrieveExamSeries, { params, query: zip }),
  };
}

/** Returns the ZIP download of a study's uploaded image files. */
export function zipOfStudy(examId: string, studyUid: string): DownloadFile {
  const params = { examId, study: studyUid };
  return {
    address: `${fillPath(retrieveExamStudy.path, params)}?${new URLSearchParams(zip)}`,
    name: `exam_${examId}.zip`,
    request: () => api.send(retrieveExamStudy, { params, query: zip }),
  };
}
