import type { AuditEntry } from '../audit/record/entry.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../authorization/principal.ts';

/** Who bills: an administrator, an account that chooses its plan, or the portal by itself. */
export interface BillingCause {
  audit: Pick<AuditEntry, 'actor' | 'requestId' | 'addressBlock'>;
  /** The user of a ledger entry; null: the portal. */
  actor: string | null;
}

/** The portal bills by itself. */
export const portalCause: BillingCause = { audit: { actor: { kind: 'system' } }, actor: null };

export function causeOf(request: RequestContext<AuthenticatedPrincipal>): BillingCause {
  return { audit: toAuditFields(request), actor: request.principal.userId };
}
