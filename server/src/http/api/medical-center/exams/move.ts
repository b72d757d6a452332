import { routes } from '@medcloud/contract';
import { moveExam } from '../../../../domain/exams/move-exam.ts';
import { handler } from '../../../server/handler.ts';

export const move = handler(routes.center.moveExam, ({ context, scope, request, params, body }) =>
  moveExam(context, scope, request, params.id, body),
);
