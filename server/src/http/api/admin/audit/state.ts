import { routes } from '@medcloud/contract';
import { readAuditState } from '../../../../domain/audit/chain/read-audit-state.ts';
import { handler } from '../../../server/handler.ts';

export const auditState = handler(routes.admin.auditState, ({ context, scope }) => readAuditState(context, scope));
