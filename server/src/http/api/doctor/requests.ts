import { routes } from '@medcloud/contract';
import { listRequests } from '../../../domain/access/list-requests.ts';
import { edge } from '../../server/edge.ts';

export const requests = edge(routes.doctor.requests, ({ portal, scope }) => listRequests(portal, scope));
