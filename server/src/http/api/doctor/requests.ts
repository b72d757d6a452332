import { routes } from '@medcloud/contract';
import { listRequests } from '../../../domain/access/requests/list-requests.ts';
import { handler } from '../../server/handler.ts';

export const requests = handler(routes.doctor.requests, ({ context, scope }) => listRequests(context, scope));
