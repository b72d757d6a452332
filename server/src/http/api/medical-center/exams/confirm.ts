import { routes } from '@medcloud/contract';
import { confirmExam } from '../../../../domain/exams/confirm-exam.ts';
import { edge } from '../../../server/edge.ts';

export const confirm = edge(routes.center.confirmExam, ({ portal, scope, asking, params, body }) =>
  confirmExam(portal, scope, asking, params.id, body?.reason),
);
