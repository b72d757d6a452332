import { routes } from '@medcloud/contract';
import { createCenter } from '../../../domain/centers/create-center.ts';
import { edge } from '../../server/edge.ts';

export const createMedicalCenter = edge(
  routes.admin.createMedicalCenter,
  async ({ portal, signInPorts, scope, asking, body }) => ({
    medicalCenter: await createCenter(portal, signInPorts.passwords, scope, asking, body),
  }),
);
