import { routes } from '@medcloud/contract';
import { withdrawExam } from '../../../../domain/exams/withdraw-exam.ts';
import { edge } from '../../../server/edge.ts';

export const withdraw = edge(routes.center.withdrawExam, ({ portal, scope, asking, params, body }) =>
  withdrawExam(portal, scope, asking, params.id, body),
);
