import { routes } from '@medcloud/contract';
import { type CenterRole, centerRoles } from '@medcloud/contract/permissions';
import { joinMember, memberPassword } from '../centers/members/join-member.ts';
import type { DoctorName } from '../harness/fixtures.ts';
import { adminLogin, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import type { Actor, MemberActor, Sender } from './rows.ts';

export type SignedActor = Exclude<Sender, 'anonymous'>;

/** An account that can sign in. Rows that change the password update it here. */
export interface Account {
  loginPath: string;
  /** The sign-in name: a center ID or an email. */
  name: string;
  email: string;
  password: string;
}

const doctorActors = {
  doctor_unverified: 'unverified',
  doctor_unsubscribed: 'unsubscribed',
  doctor_no_consent: 'noConsent',
  doctor_consent: 'consent',
  doctor_denied: 'denied',
  doctor_expired: 'expired',
  doctor_revoked: 'revoked',
} as const satisfies Partial<Record<Actor, DoctorName>>;

/** The member actors by role. */
export const memberActors = centerRoles.map((role) => ({ role, actor: `center_a_${role}` as const }));

/** Invites the members of center A, who join. */
export async function joinMembers(testApp: TestAppWithFixtures): Promise<void> {
  for (const { role } of memberActors) await joinMember(testApp, testApp.fixtures.centerA, [role], role);
}

/** Returns the account of each actor. The members' are there once they joined (`joinMembers`). */
export function accountsOf({ fixtures }: TestAppWithFixtures): Record<SignedActor, Account> {
  const center = ({ centerId, email, password }: TestAppWithFixtures['fixtures']['centerA']): Account => ({
    loginPath: routes.auth.centerLogin.path,
    name: centerId,
    email,
    password,
  });
  const doctor = (actor: keyof typeof doctorActors): Account => {
    const { email, password } = fixtures.doctors[doctorActors[actor]];
    return { loginPath: routes.auth.doctorLogin.path, name: email, email, password };
  };
  const member = (role: CenterRole): Account => ({
    loginPath: routes.auth.centerLogin.path,
    name: `${fixtures.centerA.centerId}/${role}`,
    email: `${role}@members.example.gr`,
    password: memberPassword,
  });
  const members: Record<MemberActor, Account> = {
    center_a_owner: member('owner'),
    center_a_technician: member('technician'),
    center_a_secretary: member('secretary'),
    center_a_radiologist: member('radiologist'),
    center_a_billing: member('billing'),
  };
  return {
    ...members,
    center_a: center(fixtures.centerA),
    center_b: center(fixtures.centerB),
    doctor_unverified: doctor('doctor_unverified'),
    doctor_unsubscribed: doctor('doctor_unsubscribed'),
    doctor_no_consent: doctor('doctor_no_consent'),
    doctor_consent: doctor('doctor_consent'),
    doctor_denied: doctor('doctor_denied'),
    doctor_expired: doctor('doctor_expired'),
    doctor_revoked: doctor('doctor_revoked'),
    admin: { loginPath: routes.auth.adminLogin.path, name: adminLogin.email, ...adminLogin },
  };
}
