import { randomUUID } from 'node:crypto';
import { type CenterRole, centerRoles } from '@medcloud/contract/permissions';
import { afterAll, beforeAll } from 'vitest';
import { type CenterScope, mint } from '../../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { type JoinedMember, joinMember } from '../../../centers/members/join-member.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, newSession } from '../application-database.ts';

/** Members of center A who still have a session, one by each role. The last two have no rights any more. */
export const people = [...centerRoles, 'suspended', 'ended'] as const;
export type Person = (typeof people)[number];

export interface MemberDatabase {
  testApp: TestAppWithFixtures;
  db: ApplicationDatabase;
  members: Record<Person, JoinedMember>;
  /** The technician of center B. */
  memberOfB: JoinedMember;
  /** The scope of a request of the person. */
  scopeOf(person: Person): Promise<CenterScope>;
  /** The scope in which the person's session is replaced after the password was given again. */
  renewing(person: Person): Promise<RowScope>;
}

const roleOf = (person: Person): CenterRole => centerRoles.find((role) => role === person) ?? 'owner';

/** Starts the portal before the surrounding tests. Returns a function that gets it. */
export function createMemberDatabase(): () => MemberDatabase {
  let opened: MemberDatabase | undefined;
  beforeAll(async () => {
    const testApp = await startTestAppWithFixtures();
    opened = await openMemberDatabase(testApp);
  });
  afterAll(() => opened?.testApp.close());
  return () => {
    if (opened === undefined) throw new Error('The test app did not start.');
    return opened;
  };
}

async function openMemberDatabase(testApp: TestAppWithFixtures): Promise<MemberDatabase> {
  const { centerA, centerB } = testApp.fixtures;
  const db = new ApplicationDatabase(testApp);
  const join = (person: Person) => joinMember(testApp, centerA, [roleOf(person)], person);
  const members = {
    owner: await join('owner'),
    technician: await join('technician'),
    secretary: await join('secretary'),
    radiologist: await join('radiologist'),
    billing: await join('billing'),
    suspended: await join('suspended'),
    ended: await join('ended'),
  };
  // their sessions stay, as if the application had not ended them
  for (const state of ['suspended', 'ended'] as const)
    await db.rows(`UPDATE center_members SET state = '${state}', ${state}_at = app_now() WHERE id = $1`, [
      members[state].member.id,
    ]);
  const sessionOf = (person: Person) => db.sessionIdOf('member_id = $1', [members[person].member.id]);
  return {
    testApp,
    db,
    members,
    memberOfB: await joinMember(testApp, centerB, ['technician'], 'techb'),
    scopeOf: async (person) => db.centerA({ sessionId: await sessionOf(person) }),
    renewing: async (person) => {
      const { member, email, userId } = members[person];
      const account = mint.account({
        ...{ kind: 'center', userId, email, centerId: centerA.id, payerId: '', sessionId: await sessionOf(person) },
        ...{ language: 'el', mustChangePassword: false, factorSetup: null, passwordAgeSeconds: 0 },
        member,
        expiresAt: new Date(0),
      });
      return mint.renewing(account, newSession);
    },
  };
}

/** The values of a statement that begins a session with the scope's secrets, or makes a token. */
export const insertSession = `INSERT INTO sessions (id, user_id, role, center_id, member_id, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
  VALUES ('${randomUUID()}', $1, 'medical_center', $2, $3, '\\x${newSession.bearerHash.toString('hex')}', '\\x${newSession.cookieHash.toString('hex')}', 60, app_now() + interval '1 hour', '')`;
