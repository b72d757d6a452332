import { routes } from '@medcloud/contract';
import { listHistory } from '../../../domain/exams/list-history.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const examHistory = edge(routes.center.examHistory, async ({ portal, scope, asking, query, request, out }) => {
  const history = await listHistory(portal, scope, asking, query);
  setPage(request, out, history);
  return history.exams;
});
