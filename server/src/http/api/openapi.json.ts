import { routes } from '@medcloud/contract';
import { handler } from '../server/handler.ts';

export const openapi = handler(routes.portal.openapi, async ({ apiDocument }) => apiDocument());
