import type { RouteAccess } from '@medcloud/contract/route';
import { type AnyScope, type Authorization, createAuthorization } from '../../../src/domain/authorization/authorize.ts';
import type { AuthenticatedPrincipal, Principal } from '../../../src/domain/authorization/principal.ts';
import { mint } from '../../../src/domain/authorization/scope.ts';

/** The tenant of an overridden scope. */
export interface ForeignTenant {
  centerId: string;
  doctorId: string;
}

/**
 * `honest`: the portal's own. `foreign`: its checks, then another tenant's scope. `unchecked`: no check of role or
 * requirement.
 */
type AuthorizationOverride = { kind: 'honest' } | { kind: 'foreign' | 'unchecked'; foreign: ForeignTenant };

type AuthorizedRoute = Parameters<Authorization['authorize']>[0];

/**
 * An authorization that tests can override with wrong scopes, to check that row-level security alone suffices (security
 * 3, T-RLS2). The session remains the caller's own, because the policies use it.
 */
export class OverridableAuthorization implements Authorization {
  readonly #honest = createAuthorization('evaluation');
  #override: AuthorizationOverride = { kind: 'honest' };

  setOverride(override: AuthorizationOverride): void {
    this.#override = override;
  }

  authorize(route: AuthorizedRoute, principal: Principal): AnyScope {
    const override = this.#override;
    if (override.kind === 'honest' || principal.kind === 'anonymous') return this.#honest.authorize(route, principal);
    if (override.kind === 'foreign') {
      this.#honest.authorize(route, principal);
      return scopeOf(route.access, principal, override.foreign);
    }
    const own = {
      centerId: principal.kind === 'center' ? principal.centerId : override.foreign.centerId,
      doctorId: principal.kind === 'doctor' ? principal.doctorId : override.foreign.doctorId,
    };
    return scopeOf(route.access, principal, own);
  }
}

function scopeOf(
  caller: RouteAccess,
  principal: AuthenticatedPrincipal,
  { centerId, doctorId }: ForeignTenant,
): AnyScope {
  switch (caller) {
    case 'anyone':
    case 'holder':
      return mint.open();
    case 'signed-in':
      return mint.account(principal);
    case 'admin':
      return mint.admin({ ...principal, kind: 'admin' });
    case 'center':
      return mint.center({ ...principal, kind: 'center', centerId, payerId: principal.userId, member: null });
    case 'doctor':
      return mint.doctor({
        ...principal,
        kind: 'doctor',
        doctorId,
        payerId: principal.userId,
        isVerified: true,
        isSubscribed: true,
      });
    case 'center-or-doctor':
      return scopeOf(principal.kind === 'doctor' ? 'doctor' : 'center', principal, { centerId, doctorId });
  }
}
