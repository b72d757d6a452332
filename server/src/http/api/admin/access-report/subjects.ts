import { routes } from '@medcloud/contract';
import { searchSubjectsOfAdmin } from '../../../../domain/access-report/search-subjects.ts';
import { handler } from '../../../server/handler.ts';

export const subjects = handler(routes.accessReport.subjectsOfAdmin, ({ context, scope, request, query }) =>
  searchSubjectsOfAdmin(context, scope, request, query),
);
