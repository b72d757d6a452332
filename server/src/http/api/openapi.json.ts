import { routes } from '@medcloud/contract';
import { edge } from '../server/edge.ts';

export const openapi = edge(routes.portal.openapi, async ({ apiDocument }) => apiDocument());
