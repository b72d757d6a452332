import { routes } from '@medcloud/contract';
import { confirmExam } from '../../../../domain/exams/confirm-exam.ts';
import { handler } from '../../../server/handler.ts';

export const confirm = handler(routes.center.confirmExam, ({ context, scope, request, params, body }) =>
  confirmExam(context, scope, request, params.id, body?.reason),
);
