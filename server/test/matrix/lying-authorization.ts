import type { Caller } from '@medcloud/contract/route';
import { type AnyScope, type Authorization, authorization } from '../../src/domain/authorization/may.ts';
import { mint } from '../../src/domain/authorization/scope.ts';
import type { SignedIn, Who } from '../../src/domain/authorization/who.ts';

/** Whose tenant a lie names. */
export interface Foreign {
  centerId: string;
  doctorId: string;
}

/** `honest`: the portal's own. `foreign`: its checks, and then a scope of somebody else. `unchecked`: no check of role or gate. */
type Lie = { kind: 'honest' } | { kind: 'foreign' | 'unchecked'; foreign: Foreign };

type Asked = Parameters<Authorization['may']>[0];

/**
 * An authorization that can be told to be wrong, so that row-level security is seen to hold alone (security 3, T-RLS2).
 * The session stays the caller's own: it is what the database goes by.
 */
export class LyingAuthorization implements Authorization {
  readonly #honest = authorization('evaluation');
  #lie: Lie = { kind: 'honest' };

  tell(lie: Lie): void {
    this.#lie = lie;
  }

  may(route: Asked, who: Who): AnyScope {
    const lie = this.#lie;
    if (lie.kind === 'honest' || who.kind === 'nobody') return this.#honest.may(route, who);
    if (lie.kind === 'foreign') {
      this.#honest.may(route, who);
      return scopeOf(route.who, who, lie.foreign);
    }
    const own = {
      centerId: who.kind === 'center' ? who.centerId : lie.foreign.centerId,
      doctorId: who.kind === 'doctor' ? who.doctorId : lie.foreign.doctorId,
    };
    return scopeOf(route.who, who, own);
  }
}

function scopeOf(wanted: Caller, who: SignedIn, { centerId, doctorId }: Foreign): AnyScope {
  switch (wanted) {
    case 'anyone':
    case 'holder':
      return mint.open();
    case 'signed-in':
      return mint.account(who);
    case 'admin':
      return mint.admin({ ...who, kind: 'admin' });
    case 'center':
      return mint.center({ ...who, kind: 'center', centerId });
    case 'doctor':
      return mint.doctor({ ...who, kind: 'doctor', doctorId, isVerified: true, isSubscribed: true });
    case 'center-or-doctor':
      return scopeOf(who.kind === 'doctor' ? 'doctor' : 'center', who, { centerId, doctorId });
  }
}
