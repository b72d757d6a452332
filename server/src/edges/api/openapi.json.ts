import { routes } from '@medcloud/contract';
import { edge } from '../edge.ts';

export const openapi = edge(routes.portal.openapi, async ({ apiDocument }) => apiDocument());
