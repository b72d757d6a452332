import { routes } from '@medcloud/contract';
import { markSeen } from '../../../../domain/exams/worklist/mark-seen.ts';
import { handler } from '../../../server/handler.ts';

export const seen = handler(routes.doctor.markSeen, ({ context, scope, body }) => markSeen(context, scope, body.ids));
