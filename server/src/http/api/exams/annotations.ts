import { routes } from '@medcloud/contract';
import { getAnnotationSet, listAnnotations } from '../../../domain/annotations/list-annotations.ts';
import { saveVersion } from '../../../domain/annotations/save-version.ts';
import { getVisibleExam } from '../../../domain/dicomweb/find-study.ts';
import { handler } from '../../server/handler.ts';
import { readRevision } from '../../server/read-revision.ts';

/** GET /api/exams/{id}/annotations: part of the exam's view, and logged with it. */
export const examAnnotationSets = handler(
  routes.annotations.examAnnotationSets,
  async ({ context, imaging, scope, request, params, httpRequest }) => {
    const exam = await getVisibleExam(context, scope, { examId: params.id });
    await imaging.accessLogger.log(scope, request, exam, 'lists');
    const { annotations, damaged } = await listAnnotations(context, scope, request, exam);
    for (const { id, error } of damaged)
      httpRequest.log.error({ event: 'annotations_damaged', err: error, set: id }, 'a set of annotations is damaged');
    return annotations;
  },
);

/** POST /api/exams/{id}/annotations */
export const saveAnnotations = handler(
  routes.annotations.saveAnnotations,
  async ({ context, imaging, scope, request, params, body, httpRequest, reply }) => {
    const exam = await getVisibleExam(context, scope, { examId: params.id });
    const revision = readRevision(httpRequest.headers);
    const saveContext = { context, caches: imaging.caches };
    const { set, isRepeated } = await saveVersion(saveContext, scope, request, exam, revision, body);
    if (isRepeated) reply.status(200);
    return set;
  },
);

/** GET /api/exams/{id}/annotations/{set}: part of the exam's view, and logged with it. */
export const annotationSetToShow = handler(
  routes.annotations.annotationSetToShow,
  async ({ context, imaging, scope, request, params }) => {
    const exam = await getVisibleExam(context, scope, { examId: params.id });
    const set = await getAnnotationSet(context, scope, request, exam, params.set);
    await imaging.accessLogger.log(scope, request, exam, 'lists');
    return set;
  },
);
