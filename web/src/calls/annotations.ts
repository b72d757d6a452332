import { fillPath } from '@medcloud/contract/route';
import {
  annotationFile,
  annotationSetToShow,
  examAnnotationSets,
  saveAnnotations,
  withdrawAnnotations,
} from '@medcloud/contract/routes/annotations';
import type {
  AnnotationFormat,
  AnnotationSet,
  AnnotationSetWithItems,
  AnnotationVisibility,
} from '@medcloud/contract/shapes/annotations';
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client/api.ts';
import { refreshAfterMutation } from './client/refresh.ts';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';
import { useDownload } from './download.ts';

/** Gets the saved sets that an exam shows the caller. */
export const useAnnotationSets = (examId: string) => useApiQuery(examAnnotationSets, { params: { id: examId } });

/** Gets a saved set with its items. */
export const getAnnotationSet = (examId: string, set: string): Promise<AnnotationSetWithItems> =>
  api.call(annotationSetToShow, { params: { id: examId, set } });

/** Returns a function that saves a revision of the caller's draft as a version. */
export function useSaveAnnotations(
  examId: string,
): (visibility: AnnotationVisibility, revision: number) => Promise<AnnotationSet> {
  const client = useQueryClient();
  return async (visibility, revision) => {
    const set = await api.call(saveAnnotations, { params: { id: examId }, body: { visibility } }, { revision });
    await refreshAfterMutation(client, [examAnnotationSets.path]);
    return set;
  };
}

/** Withdraws the caller's own set. */
export const useWithdrawAnnotations = () => useApiMutation(withdrawAnnotations, { invalidates: [examAnnotationSets] });

/** Gets a saved set as a PDF. */
export async function getAnnotationPdf(examId: string, set: string): Promise<Uint8Array> {
  const response = await api.send(annotationFile, { params: { id: examId, set }, query: { format: 'pdf' } });
  return new Uint8Array(await response.arrayBuffer());
}

/** A file of a saved set. `part`: of several objects of one kind, from 0. */
interface SetFile {
  set: string;
  format: AnnotationFormat;
  part?: number;
}

/** Returns a function that downloads a file of a saved set. */
export function useAnnotationDownload(examId: string): (file: SetFile) => Promise<boolean> {
  const download = useDownload();
  return ({ set, format, part = 0 }) => {
    const params = { id: examId, set };
    return download({
      address: `${fillPath(annotationFile.path, params)}?format=${format}&part=${part}`,
      name: `annotations_${set}.${format}`, // the server's Content-Disposition has the name
      request: () => api.send(annotationFile, { params, query: { format, part } }),
    });
  };
}
