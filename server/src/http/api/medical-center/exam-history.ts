import { routes } from '@medcloud/contract';
import { listHistory } from '../../../domain/exams/history/list-history.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const examHistory = handler(
  routes.center.examHistory,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const history = await listHistory(context, scope, request, query);
    setPageHeaders(httpRequest, reply, history);
    return history.exams;
  },
);
