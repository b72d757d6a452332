import { routes } from '@medcloud/contract';
import { edge } from '../../server/edge.ts';

export const live = edge(routes.portal.live, async () => ({ ok: true }) as const);
