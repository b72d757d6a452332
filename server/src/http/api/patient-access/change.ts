import { routes } from '@medcloud/contract';
import { changeGrant } from '../../../domain/access/links/change-grant.ts';
import { handler } from '../../server/handler.ts';

export const change = handler(routes.patientAccess.change, ({ context, request, body }) =>
  changeGrant(context, request, body),
);
