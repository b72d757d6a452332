import { routes } from '@medcloud/contract';
import { withdrawExam } from '../../../../domain/exams/withdraw-exam.ts';
import { handler } from '../../../server/handler.ts';

export const withdraw = handler(routes.center.withdrawExam, ({ context, scope, request, params, body }) =>
  withdrawExam(context, scope, request, params.id, body),
);
