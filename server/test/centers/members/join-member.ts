import { routes } from '@medcloud/contract';
import type { CenterRole } from '@medcloud/contract/permissions';
import type { TeamMember } from '@medcloud/contract/shapes/team';
import { Client } from '../../harness/client.ts';
import type { CenterFixture } from '../../harness/fixtures.ts';
import type { TestApp } from '../../harness/start-test-app.ts';

export const memberPassword = 'Κυανή θάλασσα 42!';

/** A person who joined a center. */
export interface JoinedMember {
  member: TeamMember;
  email: string;
  username: string;
  userId: string;
  /** `CENTER-ID/name` */
  signInName: string;
  /** Signed in to the center. */
  client: Client;
}

type MemberApp = Pick<TestApp, 'origin' | 'config' | 'outbox' | 'superuser' | 'anonymous'>;

/** Waits for the newest invitation to an address and returns its token. */
export async function invitationTo(testApp: Pick<TestApp, 'outbox'>, email: string, after = 0): Promise<string> {
  const token = /invitation#(\S+)/.exec((await testApp.outbox.nextMail(email, after)).text)?.[1];
  if (token === undefined) throw new Error('The mail has no invitation.');
  return token;
}

/** Invites a person, who joins with a password and signs in. */
export async function joinMember(
  testApp: MemberApp,
  center: CenterFixture,
  roles: CenterRole[],
  name: string,
): Promise<JoinedMember> {
  const email = `${name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'greek'}@members.example.gr`;
  const body = { email, displayName: `Μέλος ${name}`, username: name, roles };
  const member = await center.client.call(routes.team.inviteMember, { body });
  const token = await invitationTo(testApp, email);
  const accepted = { token, password: memberPassword };
  const { signInName } = await testApp.anonymous.call(routes.team.acceptInvitation, { body: accepted });
  const client = new Client(testApp.origin, testApp.config);
  await client.signIn(routes.auth.centerLogin.path, { centerId: signInName, password: memberPassword });
  const { rows } = await testApp.superuser.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  return { member, email, username: name, userId: rows[0]?.id ?? '', signInName, client };
}
