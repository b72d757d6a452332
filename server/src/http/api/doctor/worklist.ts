import { routes } from '@medcloud/contract';
import { readWorklist } from '../../../domain/exams/worklist/read-worklist.ts';
import { handler } from '../../server/handler.ts';

export const worklist = handler(routes.doctor.worklist, ({ context, scope, request, query }) =>
  readWorklist(context, scope, request, query),
);
