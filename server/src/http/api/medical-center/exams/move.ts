import { routes } from '@medcloud/contract';
import { moveExam } from '../../../../domain/exams/move-exam.ts';
import { edge } from '../../../server/edge.ts';

export const move = edge(routes.center.moveExam, ({ portal, scope, asking, params, body }) =>
  moveExam(portal, scope, asking, params.id, body),
);
