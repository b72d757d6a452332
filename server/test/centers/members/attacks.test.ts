import { get, type IncomingMessage } from 'node:http';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInThrottleKey } from '../../../src/domain/accounts/sign-in/sign-in-identifier.ts';
import { addPasskey } from '../../factors/admin-passkey.ts';
import { setUpAuthenticator } from '../../factors/authenticator.ts';
import { Client } from '../../harness/client.ts';
import { uploadExam } from '../../harness/fixtures.ts';
import { examOf, fieldParts, filePart, sendParts } from '../../harness/multipart.ts';
import { sizedDicom } from '../../harness/sized-dicom.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { tinyDicom } from '../../harness/tiny-dicom.ts';
import { createUpload, examFields, send } from '../../harness/tus.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { invitationTo, type JoinedMember, joinMember, memberPassword } from './join-member.ts';

const largeBytes = 32 * 1_048_576; // larger than the socket buffers between the server and a client that does not read

/** What a member tries who lost the rights, or has few. */
describe('a member of a center', () => {
  let testApp: TestAppWithFixtures;
  let count = 0;
  const nextNumber = () => {
    count += 1;
    return count;
  };
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ connections: 4 });
  });
  afterAll(() => testApp.close());

  const owner = () => testApp.fixtures.centerA.client;
  const join = (roles: Parameters<typeof joinMember>[2], name = `attacker${nextNumber()}`) =>
    joinMember(testApp, testApp.fixtures.centerA, roles, name);
  const suspend = ({ member }: JoinedMember) => owner().call(routes.team.suspendMember, { params: { id: member.id } });
  const end = ({ member }: JoinedMember) => owner().call(routes.team.endMember, { params: { id: member.id } });
  const changeRoles = ({ member }: JoinedMember, roles: ['billing'] | ['technician']) =>
    owner().call(routes.team.changeMember, { params: { id: member.id }, body: { roles } });
  const login = (centerId: string, password = memberPassword) =>
    new Client(testApp.origin, testApp.config).json('POST', routes.auth.centerLogin.path, { centerId, password });
  const countSessions = async ({ userId }: JoinedMember) =>
    (await testApp.superuser.query('SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [userId]))
      .rowCount;

  const uploadLarge = async () => {
    const { patientId } = testApp.fixtures.centerA.patient;
    const parts = [...fieldParts({ patientId }), filePart(sizedDicom(largeBytes))];
    return examOf(await sendParts(owner(), parts)).id;
  };
  const openDownload = (client: Client, id: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { headers: client.credentials('bearer'), agent: false };
      const request = get(`${testApp.origin}/api/download/${id}`, options, resolve).on('error', reject);
      onTestFinished(() => void request.destroy());
    });
  const drain = async (response: IncomingMessage) => {
    let received = 0;
    for await (const chunk of response) received += chunk.length;
    return received;
  };
  const openEvents = async (client: Client) => {
    const response = await client.raw('GET', routes.portal.events.path);
    const received = { text: '', ended: false };
    const read = async () => {
      for await (const chunk of response.body ?? []) received.text += Buffer.from(chunk).toString();
    };
    read().finally(() => Object.assign(received, { ended: true }));
    await waitUntil(() => received.text.includes(': open'));
    return received;
  };

  it('keeps no stream, download, upload or token after a suspension, and a colleague goes on with the upload', async () => {
    const { patient } = testApp.fixtures.centerA;
    const examId = await uploadLarge();
    const person = await join(['technician']);
    const { token } = await person.client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
    const bytes = Buffer.alloc(2_000, 7);
    const path = await createUpload(person.client, bytes.length, examFields(patient.patientId));
    expect((await send(person.client, path, 0, bytes.subarray(0, 1_000))).status).toBe(204);
    const [running, own] = [await openDownload(person.client, examId), await openDownload(owner(), examId)];
    const stream = await openEvents(person.client);
    await suspend(person);
    await waitUntil(() => stream.ended);
    expect((await send(person.client, path, 1_000, bytes.subarray(1_000))).status).toBe(401);
    const search = { headers: { authorization: `Bearer ${token}` } };
    expect((await testApp.anonymous.raw('GET', '/dicom-web/studies', search)).status).toBe(401);
    testApp.advanceClock(5_000);
    await expect(drain(running)).rejects.toThrow(/aborted/);
    expect(await drain(own)).toBe(largeBytes);
    const colleague = await join(['secretary']);
    expect((await send(colleague.client, path, 1_000, bytes.subarray(1_000))).status).not.toBe(401);
    expect((await colleague.client.raw('HEAD', path)).headers.get('upload-offset')).not.toBe('1000');
  });

  it('loses a running download, upload and stream with the clinical role', async () => {
    const { patient } = testApp.fixtures.centerA;
    const examId = await uploadLarge();
    const person = await join(['technician']);
    const path = await createUpload(person.client, 2_000, examFields(patient.patientId));
    const running = await openDownload(person.client, examId);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldClearNativeTimers: true });
    onTestFinished(() => void vi.useRealTimers());
    const stream = await openEvents(person.client);
    await changeRoles(person, ['billing']);
    expect((await send(person.client, path, 0, Buffer.alloc(1_000))).status).toBe(403);
    testApp.advanceClock(5_000);
    await expect(drain(running)).rejects.toThrow(/aborted/);
    await vi.advanceTimersByTimeAsync(5_000);
    await waitUntil(() => stream.ended);
    // opened again, it tells nothing of exams
    const later = await openEvents(person.client);
    await uploadExam(owner(), patient.patientId, tinyDicom({ patientName: '', seed: 77 }));
    const other = await join(['secretary']);
    await suspend(other);
    await waitUntil(() => later.text.includes('event: account'));
    expect(later.text).not.toContain('event: exam');
  });

  it.each(['suspended', 'ended'] as const)('gets no new session by any way once %s', async (state) => {
    const lose = state === 'suspended' ? suspend : end;
    const withPassword = await join(['owner']);
    const resetEmail = withPassword.email;
    await lose(withPassword);
    const { client } = withPassword;
    const body = { currentPassword: memberPassword, newPassword: 'Άλλη θάλασσα 43!' };
    expect((await client.json('POST', routes.auth.changePassword.path, body)).status).toBe(401);
    expect((await client.json('POST', routes.auth.stepUp.path, { password: memberPassword })).status).toBe(401);
    for (const path of [routes.auth.doctorLogin.path, routes.auth.adminLogin.path])
      expect(
        (await testApp.anonymous.json('POST', path, { email: resetEmail, password: memberPassword })).status,
        path,
      ).toBe(401);
    for (const name of [resetEmail, withPassword.signInName, testApp.fixtures.centerA.centerId])
      expect((await login(name)).status, name).toBe(401);

    const withPasskey = await join(['owner']);
    const passkey = await addPasskey(withPasskey.client);
    const challenged = await login(withPasskey.signInName);
    const { challengeId } = Object(await challenged.json());
    const before = await countSessions(withPasskey);
    await lose(withPasskey);
    const signIn = async (kind: string) => {
      const options = await testApp.anonymous.call(routes.auth.passkeyOptions, { body: {} });
      return await testApp.anonymous.json('POST', routes.auth.passkeySignIn.path, {
        kind,
        response: passkey.sign(options),
      });
    };
    for (const kind of ['center', 'doctor', 'admin']) expect((await signIn(kind)).status, kind).toBe(401);
    const options = await testApp.anonymous.call(routes.auth.factorOptions, { body: { challengeId } });
    const finished = { challengeId, response: passkey.sign(options) };
    expect((await testApp.anonymous.json('POST', routes.auth.factorSignIn.path, finished)).status).toBe(401);
    expect([before, await countSessions(withPasskey)]).toEqual([1, 0]);

    const withApp = await join(['owner']);
    const { authenticator } = await setUpAuthenticator(testApp, withApp.client);
    const challenge = Object(await (await login(withApp.email)).json());
    await lose(withApp);
    testApp.advanceClock(60_000);
    const code = { challengeId: challenge.challengeId, code: authenticator.code() };
    expect((await testApp.anonymous.json('POST', routes.auth.factorSignIn.path, code)).status).toBe(401);
    expect((await login(withApp.signInName)).status).toBe(401);
    expect(await countSessions(withApp)).toBe(0);
  });

  it('has after a reinstatement no session from before it', async () => {
    const person = await join(['technician']);
    await suspend(person);
    // a sign-in that ran while the member was suspended
    await testApp.superuser.query(
      `WITH gone AS (DELETE FROM sessions WHERE member_id = $1 RETURNING *) INSERT INTO sessions
       SELECT (jsonb_populate_record(NULL::sessions, to_jsonb(gone) || '{"revoked_at": null, "revoke_cause": null}')).* FROM gone`,
      [person.member.id],
    );
    expect((await person.client.raw('GET', routes.team.team.path)).status).toBe(401);
    await owner().call(routes.team.reinstateMember, { params: { id: person.member.id } });
    expect((await person.client.raw('GET', routes.team.team.path)).status).toBe(401);
    expect((await login(person.signInName)).status).toBe(200);
  });

  it('of two centers acts for the one of the session, and keeps it when the other ends', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const person = await join(['technician']);
    const body = { email: person.email, displayName: 'Μέλος', username: 'both', roles: ['billing' as const] };
    const { id } = await centerB.client.call(routes.team.inviteMember, { body });
    const token = await invitationTo(testApp, person.email, 1);
    await person.client.call(routes.team.joinByInvitation, { body: { token } });
    const ofB = new Client(testApp.origin, testApp.config);
    await ofB.signIn(routes.auth.centerLogin.path, { centerId: `${centerB.centerId}/both`, password: memberPassword });
    // billing at B, although a technician at A
    expect((await ofB.raw('GET', routes.center.patients.path)).status).toBe(403);
    expect((await ofB.raw('GET', '/api/medical-center/billing')).status).toBe(200);
    for (const { centerId, name } of [
      { centerId: centerA.centerId, name: 'both' },
      { centerId: centerB.centerId, name: person.username },
    ])
      expect((await login(`${centerId}/${name}`)).status, name).toBe(401);
    const patients = await person.client.call(routes.center.patients, {});
    expect(JSON.stringify(patients)).toContain(centerA.patient.patientId);
    expect(JSON.stringify(patients)).not.toContain(centerB.patient.patientId);
    for (const exam of [centerB.examId])
      for (const client of [person.client, ofB])
        expect((await client.raw('GET', `/api/exams/${exam}`)).status).toBeOneOf([403, 404]);
    // the session of one with the cookie of the other opens neither
    const mixed = person.client.copy();
    mixed.cookie = ofB.cookie;
    expect((await mixed.raw('GET', routes.center.patients.path, { transport: 'both' })).status).toBe(401);
    await centerB.client.call(routes.team.endMember, { params: { id } });
    expect((await ofB.raw('GET', routes.team.team.path)).status).toBe(401);
    expect((await person.client.raw('GET', routes.team.team.path)).status).toBe(200);
    expect((await login(person.email)).status).toBe(200);
    await end(person);
    expect((await login(person.email)).status).toBe(401);
  });

  it('signs in by the same name in any case and form, which all count as one', async () => {
    const person = await join(['secretary'], 'Ώρα-ϊάς');
    const { centerId } = testApp.fixtures.centerA;
    const forms = [
      person.signInName,
      person.signInName.normalize('NFD'),
      person.signInName.toUpperCase(),
      person.signInName.toLowerCase(),
      `${centerId}/ΏΡΑ-ΪΆΣ`.normalize('NFD'),
    ];
    for (const typed of forms) expect((await login(typed)).status, typed).toBe(200);
    const keyOf = (typed: string) => signInThrottleKey({ kind: 'center', centerId: typed });
    expect(new Set(forms.map(keyOf)).size).toBe(1);
    // a Kelvin sign is no k, else each k of an address would give further attempts
    const kelvin = await join(['secretary'], 'kkk');
    expect((await login(kelvin.email.replace('k', '\u212a'))).status).toBe(401);
    for (const other of ['Ωρα-ιας', 'Ώρα-ϊάς ', 'Ώρα-ϊάς\u200b', '%', '_ρα-ϊάς', 'Ώρα-ϊάς\\', '\u0000'])
      expect((await login(`${centerId}/${other}`)).status, JSON.stringify(other)).toBeOneOf(
        other.endsWith(' ') ? [200] : [400, 401],
      );
    for (const other of [`${centerId}//Ώρα-ϊάς`, `/${centerId}/Ώρα-ϊάς`, `${centerId}\\Ώρα-ϊάς`])
      expect((await login(other)).status, other).toBe(401);
  });

  it('cannot take the name of a colleague in another case or form', async () => {
    await join(['secretary'], 'Μάϊος2');
    for (const username of ['ΜΆΪΟΣ2', 'μάϊος2', 'Μάϊος2'.normalize('NFD')]) {
      const body = { email: `twin${nextNumber()}@example.gr`, displayName: 'Μέλος', username, roles: ['owner'] };
      expect((await owner().json('POST', routes.team.inviteMember.path, body)).status, username).toBe(409);
    }
  });

  it('joins again with a new password once the account signs in nowhere, and keeps its second factor', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const { findInvitation, acceptInvitation, inviteMember } = routes.team;
    const linksTo = async (email: string) =>
      (await testApp.outbox.mail()).flatMap(
        ({ to, text }) => (to === email && /invitation#(\S+)/.exec(text)?.[1]) || [],
      );
    const invite = async ({ email }: JoinedMember, center: typeof centerA) => {
      const earlier = await linksTo(email);
      const body = { email, displayName: 'Μέλος', username: `again${nextNumber()}`, roles: ['billing' as const] };
      await center.client.call(inviteMember, { body });
      await waitUntil(async () => (await linksTo(email)).length > earlier.length);
      const token = (await linksTo(email)).find((link) => !earlier.includes(link)) ?? '';
      return { token, name: `${center.centerId}/${body.username}` };
    };
    const accept = (token: string, password: string) =>
      testApp.anonymous.json('POST', acceptInvitation.path, { token, password });
    const again = 'Πράσινη θάλασσα 44!';

    const person = await join(['technician']);
    const early = await invite(person, centerB);
    expect((await testApp.anonymous.call(findInvitation, { body: { token: early.token } })).hasAccount).toBe(true);
    expect((await accept(early.token, again)).status, 'signs in first').toBe(409);
    expect((await login(person.email)).status).toBe(200);
    await suspend(person);
    expect((await testApp.anonymous.call(findInvitation, { body: { token: early.token } })).hasAccount).toBe(false);
    expect((await accept(early.token, again)).status).toBe(200);
    expect((await login(early.name, again)).status).toBe(200);
    expect((await login(early.name)).status, 'the password of before').toBe(401);
    expect((await login(person.signInName, again)).status, 'suspended').toBe(401);

    const withApp = await join(['technician']);
    await setUpAuthenticator(testApp, withApp.client);
    await end(withApp);
    const later = await invite(withApp, centerA);
    expect((await accept(later.token, again)).status).toBe(200);
    expect(await (await login(later.name, again)).json()).toMatchObject({ mfaRequired: true });
    const accounts = await testApp.superuser.query('SELECT id FROM users WHERE email = $1', [withApp.email]);
    expect(accounts.rows).toEqual([{ id: withApp.userId }]);
    expect((await accept(later.token, again)).status, 'once').toBe(404);
  });
});
