import { randomBytes, randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { hashSecret } from '../../../../src/platform/crypto/hash-secret.ts';
import { insufficientPrivilege } from '../application-database.ts';
import { createMemberDatabase, insertSession, people } from './member-database.ts';

const insertMember = `INSERT INTO center_members (id, center_id, roles, username, display_name, email, language, invited_by, invite_hash, invite_expires_at)
  VALUES ($1, $2, '{owner}', 'smuggled', 'Smuggled', $3, 'el', $4, $5, app_now() + interval '1 day')`;
const insertUser = `INSERT INTO users (id, email, password_hash, role) VALUES ($1, $2, 'x', $3)`;
const refused = [0, insufficientPrivilege];

/** Who makes, changes and joins memberships, and begins sessions with them, by the database alone. */
describe('memberships', () => {
  const get = createMemberDatabase();
  const token = randomBytes(32).toString('base64url');
  const invitedEmail = 'invited@example.gr';
  let invited = '';
  /** The address of a doctor whom center B invited. */
  let doctorsInvitation = '';
  beforeAll(async () => {
    const { testApp, db } = get();
    const invite = (center: 'centerA' | 'centerB', email: string, username: string) =>
      testApp.fixtures[center].client.call(routes.team.inviteMember, {
        body: { email, username, displayName: 'Μέλος', roles: ['technician'] },
      });
    invited = (await invite('centerA', invitedEmail, 'invited')).id;
    doctorsInvitation = (await invite('centerB', testApp.fixtures.doctors.noConsent.email, 'doctor')).id;
    await db.rows('UPDATE center_members SET invite_hash = $2 WHERE id = $1', [invited, hashSecret(token)]);
  });

  it('are made only by who manages the team, with the address and link that are mailed', async () => {
    const { testApp, db, scopeOf, members } = get();
    const { centerA, centerB } = testApp.fixtures;
    const hash = hashSecret('a link');
    const row = (userId: string, changed: { email?: string; hash?: Buffer; center?: string } = {}) => [
      ...[randomUUID(), changed.center ?? centerA.id, changed.email ?? 'new@example.gr', userId, changed.hash ?? hash],
    ];
    const inviting = async (person: (typeof people)[number]) =>
      mint.inviting(await scopeOf(person), { email: 'new@example.gr', tokenHash: hash });
    for (const person of people) {
      const { userId } = members[person];
      expect(await db.outcome(await scopeOf(person), insertMember, row(userId)), person).toBe(insufficientPrivilege);
      expect(await db.outcome(await inviting(person), insertMember, row(userId)), `${person} invites`).toBe(
        person === 'owner' ? 1 : insufficientPrivilege,
      );
    }
    const { userId } = members.owner;
    for (const changed of [{ email: 'other@example.gr' }, { hash: hashSecret('known') }, { center: centerB.id }])
      expect(await db.outcome(await inviting('owner'), insertMember, row(userId, changed))).toBe(insufficientPrivilege);
    const other = members.technician.userId;
    expect(await db.outcome(await inviting('owner'), insertMember, row(other)), 'in another’s name').toBe(
      insufficientPrivilege,
    );
    expect(await db.outcome(await db.doctor(), insertMember, row(testApp.fixtures.doctors.noConsent.userId))).toBe(
      insufficientPrivilege,
    );
  });

  it('get a new link only for the address to which it is mailed, for a week', async () => {
    const { db, scopeOf } = get();
    const tokenHash = hashSecret('a second link');
    const inviting = async (email: string) => mint.inviting(await scopeOf('owner'), { email, tokenHash });
    const set = (days: number) =>
      `UPDATE center_members SET invite_hash = $2, invited_at = app_now(), invite_expires_at = app_now() + interval '${days} days' WHERE id = $1`;
    const values = [invited, tokenHash];
    expect(await db.outcome(await inviting('other@example.gr'), set(7), values)).toBe(insufficientPrivilege);
    expect(await db.outcome(await inviting(invitedEmail), set(8), values)).toBe(insufficientPrivilege);
    expect(await db.outcome(await inviting(invitedEmail), set(7), values)).toBe(1);
  });

  it('are changed only by who manages the team; others only leave', async () => {
    const { db, scopeOf, members, memberOfB, testApp } = get();
    const changes = [
      ...[`roles = '{owner}'`, `roles = roles || '{owner}'`, `username = 'renamed'`, `display_name = 'Renamed'`],
      ...[`state = 'suspended', suspended_at = app_now()`, `state = 'active', suspended_at = NULL`],
      ...[`invite_hash = sha256('known')`, `invite_expires_at = app_now() + interval '1 year'`],
      ...[
        `joined_at = app_now()`,
        `user_id = NULL, joined_at = NULL`,
        `email = 'x@example.gr'`,
        `center_id = center_id`,
      ],
      `state = 'ended', ended_at = app_now(), display_name = 'Renamed'`,
      `state = 'ended', ended_at = app_now(), roles = '{owner}'`,
    ];
    const everyone = [...Object.values(members), memberOfB].map(({ member }) => member.id);
    const owner = `'${members.owner.member.id}'`;
    const scopes = { doctor: await db.doctor(), centerB: await db.centerA(undefined, testApp.fixtures.centerB.id) };
    for (const person of people.filter((each) => each !== 'owner'))
      for (const change of changes)
        for (const id of [members[person].member.id, members.owner.member.id, memberOfB.member.id, invited])
          expect(
            await db.outcome(await scopeOf(person), `UPDATE center_members SET ${change} WHERE id = $1`, [id]),
            `${person}: ${change}`,
          ).toBeOneOf(refused);
    for (const [name, scope] of Object.entries(scopes))
      for (const change of [...changes, `state = 'ended', ended_at = app_now()`])
        expect(
          await db.outcome(scope, `UPDATE center_members SET ${change} WHERE id = ANY ($1)`, [
            everyone.filter((id) => id !== memberOfB.member.id),
          ]),
          `${name}: ${change}`,
        ).toBeOneOf(refused);
    const end = `UPDATE center_members SET state = 'ended', ended_at = app_now() WHERE id = $1`;
    for (const person of people) {
      const own = await db.outcome(await scopeOf(person), end, [members[person].member.id]);
      expect(own, `${person} leaves`).toBe(person === 'suspended' || person === 'ended' ? 0 : 1);
    }
    // who manages the team neither changes the own roles nor takes an account or a link
    for (const change of [`roles = '{billing}'`, `state = 'suspended', suspended_at = app_now()`])
      expect(
        await db.outcome(await scopeOf('owner'), `UPDATE center_members SET ${change} WHERE id = ${owner}`),
        change,
      ).toBe(insufficientPrivilege);
    for (const change of [
      `user_id = '${members.owner.userId}', state = 'active', joined_at = app_now()`,
      changes[6],
      changes[7],
    ])
      expect(
        await db.outcome(await scopeOf('owner'), `UPDATE center_members SET ${change} WHERE id = $1`, [invited]),
        change,
      ).toBe(insufficientPrivilege);
    expect(
      await db.outcome(await scopeOf('owner'), `UPDATE center_members SET roles = '{billing}' WHERE id = $1`, [
        members.technician.member.id,
      ]),
    ).toBe(1);
    expect(await db.outcome(await scopeOf('owner'), end, [memberOfB.member.id])).toBe(0);
  });

  it('show their links to the own team alone', async () => {
    const { db, scopeOf, testApp } = get();
    const { centerB } = testApp.fixtures;
    for (const person of people)
      expect(
        await db.outcome(await scopeOf(person), 'SELECT invite_hash FROM center_members WHERE center_id = $1', [
          centerB.id,
        ]),
        person,
      ).toBe(0);
    for (const scope of [
      await db.doctor(),
      mint.open(),
      mint.signIn({ centerId: centerB.centerId }),
      mint.link('none'),
    ])
      expect(await db.outcome(scope, 'SELECT invite_hash FROM center_members')).toBe(0);
    const read = 'SELECT * FROM find_invitation()';
    for (const scope of [await scopeOf('owner'), await db.doctor(), mint.open(), mint.invitation('another', null)])
      expect(await db.outcome(scope, read)).toBe(0);
    expect(await db.outcome(mint.invitation(token, null), read)).toBe(1);
  });

  it('are joined by the account of the invited address alone', async () => {
    const { db, members, memberOfB, testApp, scopeOf } = get();
    const { doctors, centerA } = testApp.fixtures;
    const join = `UPDATE center_members SET user_id = $2, state = 'active', joined_at = app_now() WHERE id = $1`;
    const scope = mint.invitation(token, null);
    const doctor = doctors.noConsent;
    for (const userId of [doctor.userId, members.billing.userId, memberOfB.userId, await db.userOf(centerA)])
      expect(await db.outcome(scope, join, [invited, userId]), userId).toBe(insufficientPrivilege);
    // with the session of another account
    const session = await db.sessionIdOf('doctor_id = $1', [doctor.id]);
    expect(await db.outcome(mint.invitation(token, session), join, [invited, doctor.userId])).toBe(
      insufficientPrivilege,
    );
    // the right account, in the scope of its own session without the link
    for (const own of [await db.doctor(doctor), await db.signedIn(doctor.userId), mint.invitation('none', session)])
      expect(await db.outcome(own, join, [doctorsInvitation, doctor.userId])).toBeOneOf(refused);
    expect(await db.outcome(await scopeOf('technician'), join, [invited, members.technician.userId])).toBeOneOf(
      refused,
    );
    expect(await db.outcome(scope, join, [doctorsInvitation, doctor.userId]), 'another invitation').toBe(0);
    await db.as(scope, async (client) => {
      const id = randomUUID();
      await client.query(insertUser, [id, invitedEmail, 'member']);
      await client.query('SAVEPOINT joined');
      for (const more of [`, roles = '{owner}'`, `, username = 'other'`, `, invite_expires_at = app_now()`]) {
        const changed = client.query(join.replace(' WHERE', `${more} WHERE`), [invited, id]);
        await expect(changed, more).rejects.toMatchObject({ code: insufficientPrivilege });
        await client.query('ROLLBACK TO joined');
      }
      expect((await client.query(join, [invited, id])).rowCount).toBe(1);
      const again = client.query(`UPDATE center_members SET roles = '{owner}' WHERE id = $1`, [invited]);
      await expect(again).rejects.toMatchObject({ code: insufficientPrivilege });
    });
  });

  it('make an account with the invited address and no other rights', async () => {
    const { db } = get();
    const scope = mint.invitation(token, null);
    for (const [email, role] of [
      ...[
        ['other@example.gr', 'member'],
        [invitedEmail, 'doctor'],
        [invitedEmail, 'medical_center'],
        [invitedEmail, 'admin'],
      ],
    ])
      expect(await db.outcome(scope, insertUser, [randomUUID(), email, role]), `${email} ${role}`).toBe(
        insufficientPrivilege,
      );
    for (const none of [mint.invitation('another', null), mint.open(), await db.doctor()])
      expect(await db.outcome(none, insertUser, [randomUUID(), invitedEmail, 'member'])).toBe(insufficientPrivilege);
    expect(await db.outcome(scope, insertUser, [randomUUID(), invitedEmail, 'member'])).toBe(1);
    for (const table of ['patients', 'exams', 'users', 'sessions', 'medical_centers'])
      expect(await db.outcome(scope, `SELECT 1 FROM ${table}`), table).toBe(0);
  });

  it('set a new password of the invited account alone, and only while it signs in nowhere', async () => {
    const { db, members, memberOfB, testApp } = get();
    const { doctors } = testApp.fixtures;
    const set = `UPDATE users SET password_hash = 'x' WHERE id = $1`;
    const invite = async ({ email, userId }: { email: string; userId: string }) => {
      const secret = randomBytes(32).toString('base64url');
      await db.rows(
        `INSERT INTO center_members (id, center_id, roles, username, display_name, email, language, invited_by, invite_hash, invite_expires_at)
         SELECT gen_random_uuid(), id, '{billing}', $2, 'Μέλος', $1, 'el', user_id, $3, app_now() + interval '1 year' FROM medical_centers
         WHERE id = $4 ON CONFLICT DO NOTHING`,
        [email, secret.slice(0, 20), hashSecret(secret), testApp.fixtures.centerB.id],
      );
      return { userId, scope: mint.invitation(secret, null) };
    };
    const { ended, suspended, technician } = members;
    for (const person of [ended, suspended]) {
      const { userId, scope } = await invite(person);
      expect(await db.outcome(scope, set, [userId])).toBe(1);
      for (const other of [technician.userId, memberOfB.userId, doctors.consent.userId])
        expect(await db.outcome(scope, set, [other])).toBe(0);
      for (const change of [
        `email = 'x@example.gr'`,
        `language = CASE language WHEN 'en' THEN 'el' ELSE 'en' END`,
        'closed_at = app_now()',
        'held_at = app_now()',
      ])
        expect(await db.outcome(scope, `UPDATE users SET ${change} WHERE id = $1`, [userId]), change).toBe(
          insufficientPrivilege,
        );
    }
    for (const person of [technician, doctors.consent]) {
      const { userId, scope } = await invite(person);
      expect(await db.outcome(scope, set, [userId])).toBe(0);
      expect(await db.outcome(scope, 'SELECT 1 FROM users')).toBe(0);
    }
  });

  it('begin sessions of their own person, in their own center, while they last', async () => {
    const { db, renewing, scopeOf, members, memberOfB, testApp } = get();
    const { centerA, centerB, doctors } = testApp.fixtures;
    const { technician, owner, suspended, ended } = members;
    const scope = await renewing('technician');
    const own = [technician.userId, centerA.id, technician.member.id];
    expect(await db.outcome(scope, insertSession, own)).toBe(1);
    for (const [name, values] of Object.entries({
      'another member': [technician.userId, centerA.id, owner.member.id],
      'the center’s own account': [technician.userId, centerA.id, null],
      'another center': [technician.userId, centerB.id, technician.member.id],
      'a member of another center': [technician.userId, centerB.id, memberOfB.member.id],
      'another person': [owner.userId, centerA.id, owner.member.id],
      'the owner’s account': [await db.userOf(centerA), centerA.id, null],
    }))
      expect(await db.outcome(scope, insertSession, values), name).toBe(insufficientPrivilege);
    for (const [person, { userId, member }] of Object.entries({ suspended, ended }))
      for (const over of [await renewing(person === 'ended' ? 'ended' : 'suspended'), await db.signedIn(userId)])
        for (const memberId of [member.id, null])
          expect(await db.outcome(over, insertSession, [userId, centerA.id, memberId]), person).toBe(
            insufficientPrivilege,
          );
    // an ordinary request, a doctor's, an invitation's
    for (const other of [await scopeOf('technician'), await db.doctor(), mint.invitation(token, null)])
      expect(await db.outcome(other, insertSession, own)).toBe(insufficientPrivilege);
    const { userId } = doctors.noConsent;
    expect(await db.outcome(await db.signedIn(userId), insertSession, [userId, centerB.id, doctorsInvitation])).toBe(
      insufficientPrivilege,
    );
    const hats = `UPDATE sessions SET member_id = NULL WHERE member_id = $1`;
    expect(await db.outcome(await scopeOf('technician'), hats, [technician.member.id])).toBe(insufficientPrivilege);
  });

  it('challenge only the own person for a second factor', async () => {
    const { db, members } = get();
    const { technician, owner, suspended } = members;
    const begin = 'SELECT 1 WHERE begin_challenge(gen_random_uuid(), NULL, $1) IS NOT NULL';
    const scope = await db.signedIn(technician.userId);
    expect(await db.outcome(scope, begin, [technician.member.id])).toBe(1);
    for (const id of [owner.member.id, suspended.member.id, invited])
      expect(await db.outcome(scope, begin, [id])).toBe(0);
  });

  it('end no sessions of others', async () => {
    const { db, scopeOf, members, memberOfB } = get();
    for (const person of people)
      for (const { member } of [members.owner, members.technician, memberOfB])
        expect(
          await db.outcome(await scopeOf(person), 'SELECT * FROM end_member_access($1)', [member.id]),
          person,
        ).toBe(0);
    for (const person of people.filter((each) => each !== 'owner'))
      expect(
        await db.outcome(await scopeOf(person), 'SELECT * FROM member_security($1)', [[members.owner.member.id]]),
        person,
      ).toBe(0);
  });
});
