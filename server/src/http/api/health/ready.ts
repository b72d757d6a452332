import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { edge } from '../../server/edge.ts';

export const ready = edge(routes.portal.ready, async ({ isReady }) => {
  if (!(await isReady())) throw new Fault('unavailable');
  return { ok: true } as const;
});
