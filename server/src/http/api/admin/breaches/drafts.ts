import { routes } from '@medcloud/contract';
import { writeDrafts } from '../../../../domain/breaches/write-drafts.ts';
import { handler } from '../../../server/handler.ts';

export const breachDrafts = handler(routes.breaches.breachDrafts, ({ context, scope, params }) =>
  writeDrafts(context, scope, params.id),
);
