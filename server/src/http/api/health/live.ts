import { routes } from '@medcloud/contract';
import { handler } from '../../server/handler.ts';

export const live = handler(routes.portal.live, async () => ({ ok: true }) as const);
