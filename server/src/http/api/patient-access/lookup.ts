import { routes } from '@medcloud/contract';
import { describeLink } from '../../../domain/access/links/describe-link.ts';
import { handler } from '../../server/handler.ts';

export const lookup = handler(routes.patientAccess.lookup, ({ context, request, body }) =>
  describeLink(context, request, body),
);
