import { routes } from '@medcloud/contract';
import { respondToRequest } from '../../../domain/access/links/respond-to-request.ts';
import { handler } from '../../server/handler.ts';

export const respond = handler(routes.patientAccess.respond, ({ context, request, body }) =>
  respondToRequest(context, request, body),
);
