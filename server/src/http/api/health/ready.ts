import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { handler } from '../../server/handler.ts';

export const ready = handler(routes.portal.ready, async ({ isReady }) => {
  if (!(await isReady())) throw new Fault('unavailable');
  return { ok: true } as const;
});
