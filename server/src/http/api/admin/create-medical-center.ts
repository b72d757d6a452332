import { routes } from '@medcloud/contract';
import { createCenter } from '../../../domain/centers/create-center.ts';
import { handler } from '../../server/handler.ts';

export const createMedicalCenter = handler(
  routes.admin.createMedicalCenter,
  async ({ context, signInPorts, scope, request, body }) => ({
    medicalCenter: await createCenter(context, signInPorts.passwords, scope, request, body),
  }),
);
