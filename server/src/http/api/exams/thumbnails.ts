import { routes } from '@medcloud/contract';
import { readListThumbnails } from '../../../domain/imaging/list-thumbnails.ts';
import { handler } from '../../server/handler.ts';

/** GET /api/exams/thumbnails: part of a list, so it is not logged as a view of the exams. */
export const examThumbnails = handler(
  routes.exams.examThumbnails,
  async ({ context, imaging, scope, request, query }) => ({
    thumbnails: await readListThumbnails({ context, caches: imaging.caches }, scope, request, query.ids),
  }),
);
