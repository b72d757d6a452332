import { routes } from '@medcloud/contract';
import { changePlan as change } from '../../../domain/doctors/change-plan.ts';
import { handler } from '../../server/handler.ts';

export const changePlan = handler(routes.doctor.changePlan, ({ context, scope, request, body }) =>
  change(context, scope, request, body.plan),
);
