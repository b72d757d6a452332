import { annotationSetToShow, examAnnotationSets, saveAnnotations } from '@medcloud/contract/routes/annotations';
import type {
  AnnotationSet,
  AnnotationSetWithItems,
  AnnotationVisibility,
} from '@medcloud/contract/shapes/annotations';
import { api } from './client/api.ts';
import { useApiQuery } from './client/use-api-query.ts';

/** Gets the saved sets that an exam shows the caller. */
export const useAnnotationSets = (examId: string) => useApiQuery(examAnnotationSets, { params: { id: examId } });

/** Gets a saved set with its items. */
export const getAnnotationSet = (examId: string, set: string): Promise<AnnotationSetWithItems> =>
  api.call(annotationSetToShow, { params: { id: examId, set } });

/** Saves a revision of the caller's draft as a version. */
export const saveAnnotationVersion = (
  examId: string,
  visibility: AnnotationVisibility,
  revision: number,
): Promise<AnnotationSet> => api.call(saveAnnotations, { params: { id: examId }, body: { visibility } }, { revision });
