import { routes } from '@medcloud/contract';
import { describeApi } from '../../platform/http/openapi.ts';
import { edge } from '../edge.ts';

export const openapi = edge(routes.portal.openapi, async ({ config }) => describeApi(routes, config.publicUrl.origin));
