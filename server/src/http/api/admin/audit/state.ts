import { routes } from '@medcloud/contract';
import { readAuditState } from '../../../../domain/auditing/read-state.ts';
import { edge } from '../../../server/edge.ts';

export const auditState = edge(routes.admin.auditState, ({ portal, scope }) => readAuditState(portal, scope));
