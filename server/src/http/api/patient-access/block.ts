import { routes } from '@medcloud/contract';
import { blockDoctor } from '../../../domain/access/blocks/block-doctor.ts';
import { handler } from '../../server/handler.ts';

export const block = handler(routes.patientAccess.block, ({ context, request, body }) =>
  blockDoctor(context, request, body.accessToken),
);
