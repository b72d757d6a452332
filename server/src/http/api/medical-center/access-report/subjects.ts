import { routes } from '@medcloud/contract';
import { searchSubjectsOfCenter } from '../../../../domain/access-report/search-subjects.ts';
import { handler } from '../../../server/handler.ts';

export const subjects = handler(routes.accessReport.subjectsOfCenter, ({ context, scope, request, query }) =>
  searchSubjectsOfCenter(context, scope, request, query),
);
