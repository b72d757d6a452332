import { limits } from '@medcloud/contract/limits';
import { fillPath } from '@medcloud/contract/route';
import { examSeriesThumbnail, retrieveExamSeries, retrieveExamStudy } from '@medcloud/contract/routes/dicom-web';
import { examThumbnails, examTimeline, examToOpen } from '@medcloud/contract/routes/exams';
import type { Exam } from '@medcloud/contract/shapes/exams';
import type { Timeline, ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from './client/api.ts';
import { callSource } from './client/call-source.ts';
import { callForQuery, queryKeyOf, useApiQuery } from './client/use-api-query.ts';
import type { DownloadFile } from './download.ts';

/** Gets an exam with its patient and series. The server logs this as an access to the exam. */
export const useExamToOpen = (examId: string) => useApiQuery(examToOpen, { params: { id: examId } });

/** The same for an exam beside another, or nothing for none. */
export const useExamToCompare = (examId: string | null) =>
  useApiQuery(examToOpen, { params: { id: examId ?? '' } }, { enabled: examId !== null });

/** Gets the further pages of a patient's exams, after the first page that came with the opened exam. */
export function useTimeline(examId: string, first: Timeline) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: queryKeyOf(examTimeline, [examId, first]),
    initialPageParam: first.cursor,
    initialData: { pages: [first], pageParams: [null] },
    queryFn: ({ pageParam, signal }) =>
      callForQuery(examTimeline, { params: { id: examId }, query: { cursor: pageParam ?? undefined } }, signal),
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    exams: data.pages.flatMap(({ exams }) => exams),
    hasNextPage,
    isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
}

/**
 * Gets the small images of a list's exams, as far as they are loaded: an image's address by exam. The server logs it as
 * part of the list.
 */
export function useExamThumbnails(exams: readonly Pick<Exam, 'id' | 'summary'>[]): ReadonlyMap<string, string> {
  const ids = exams.filter(({ summary }) => summary?.hasThumbnail).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: queryKeyOf(examThumbnails, ids),
    queryFn: ({ signal }) => fetchThumbnails(ids, signal),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // the images of a list stay while those of a longer one load
    placeholderData: (previous) => previous,
  });
  return new Map(Object.entries(data ?? {}));
}

async function fetchThumbnails(ids: readonly string[], signal: AbortSignal): Promise<Record<string, string>> {
  const images: Record<string, string> = {};
  for (let from = 0; from < ids.length; from += limits.thumbnailsMax) {
    const query = { ids: ids.slice(from, from + limits.thumbnailsMax).join(',') };
    Object.assign(images, (await callForQuery(examThumbnails, { query }, signal)).thumbnails);
  }
  return images;
}

type SeriesAddress = Pick<ViewerSeries, 'studyUid' | 'seriesUid'>;

/** Returns the URL of a series' thumbnail for an `img`. The cookie authorizes it. */
export function thumbnailAddress(examId: string, { studyUid, seriesUid }: SeriesAddress) {
  return callSource().addressOf(fillPath(examSeriesThumbnail.path, { examId, study: studyUid, series: seriesUid }));
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
