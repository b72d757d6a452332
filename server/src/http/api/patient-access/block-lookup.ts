import { routes } from '@medcloud/contract';
import { describeBlockLink } from '../../../domain/access/blocks/block-doctor.ts';
import { handler } from '../../server/handler.ts';

export const blockLookup = handler(routes.patientAccess.blockLookup, ({ context, body }) =>
  describeBlockLink(context, body.accessToken),
);
