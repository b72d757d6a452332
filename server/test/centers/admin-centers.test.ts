import { type CenterChanges, routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { type CenterFixture, createCenter, signInAdmin, uploadExam } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitUntil } from '../harness/wait-until.ts';

const day = 24 * 3_600_000;

describe('admin medical centers', () => {
  let testApp: TestApp;
  let admin: Client;
  let aegean: CenterFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    aegean = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
    for (const [place, name] of [
      'Ωμέγα Διαγνωστική',
      'Άλφα & Βήτα',
      'beta clinic',
      'ΖΗΤΑ',
      'Alpha (North)',
    ].entries()) {
      testApp.advanceClock(1_000);
      await create({ name, centerId: `MCLIST${place}`, email: `list${place}@example.gr` });
    }
  });
  afterAll(() => testApp.close());

  const create = (center: { name: string; centerId: string; email: string }) =>
    admin.call(routes.admin.createMedicalCenter, {
      body: { address: 'Ακτή Μιαούλη 1, Πειραιάς', phone: '+302105550100', password: 'initial secret', ...center },
    });
  const listDetailed = (query: object = {}) => admin.call(routes.admin.medicalCentersDetailed, { query });
  const names = async (query: object = {}) => (await listDetailed(query)).map(({ name }) => name);
  const getCenter = (id: string) => admin.call(routes.admin.medicalCenter, { params: { id } });
  const idOf = async (name: string) => (await listDetailed()).find((center) => center.name === name)?.id ?? '';
  const change = (id: string, body: CenterChanges) =>
    admin.call(routes.admin.changeMedicalCenter, { params: { id }, body });
  const readFault = async (response: Response) => {
    const { status, code, errors } = problem.parse(await response.json());
    return { status, code, errors };
  };
  const patch = (id: string, body: object) => admin.json('PATCH', `/api/admin/medical-centers/${id}`, body);
  const sql = async (text: string, values: unknown[] = []) => (await testApp.superuser.query(text, values)).rows;
  const subscribe = async (name: string, startDate: string, endDate: string) => {
    const center = (await listDetailed()).find((each) => each.name === name);
    const body = { userId: center?.userId ?? '', startDate, endDate, status: 'active' as const };
    await admin.call(routes.admin.updateSubscription, { body });
  };

  it('lists centers newest first, page by page', async () => {
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = cursor === null ? { limit: 2 } : { limit: 2, cursor };
      const page: { rows: { name: string }[]; nextCursor: string | null; total: string | null } = await admin.page(
        routes.admin.medicalCenters,
        { query },
      );
      expect(page.total).toBe('6');
      pages.push(page.rows.map(({ name }) => name).join(', '));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual(['Alpha (North), ΖΗΤΑ', 'beta clinic, Άλφα & Βήτα', 'Ωμέγα Διαγνωστική, Aegean Imaging']);
    const [first] = await admin.call(routes.admin.medicalCenters, {});
    expect(first).toEqual({
      ...{ id: expect.any(String), number: 6, userId: expect.any(String), name: 'Alpha (North)', centerId: 'MCLIST4' },
      ...{ address: 'Ακτή Μιαούλη 1, Πειραιάς', phone: '+302105550100', plan: 'basic', createdAt: expect.any(String) },
    });
  });

  it('counts each patient and exam once, and no storage of withdrawn exams', async () => {
    const second = await aegean.client.call(routes.center.registerPatient, {
      body: { firstName: 'Νίκος', lastName: 'Καραγιάννης', dateOfBirth: '1980-01-01', gender: 'Male' },
    });
    const files = [2, 3, 4].map((seed) => tinyDicom({ patientName: 'Karagiannis^Nikos', seed }));
    const ids: string[] = [];
    for (const file of files) ids.push(await uploadExam(aegean.client, second.patientId, file));
    await sql(`UPDATE exams SET status = 'withdrawn' WHERE id = $1`, [ids[2]]);
    const [lastUpload] = await sql('SELECT max(uploaded_at) AS at FROM exams');
    const { medicalCenter } = await getCenter(aegean.id);
    expect(medicalCenter).toMatchObject({
      ...{ name: 'Aegean Imaging', email: aegean.email, totalPatients: 2, totalExams: 3 },
      storageUsed: aegean.file.length + (files[0]?.length ?? 0) + (files[1]?.length ?? 0),
      ...{ subscriptionStatus: 'inactive', subscriptionStart: null, subscriptionEnd: null },
    });
    expect(new Date(medicalCenter.lastActivity ?? 0).getTime()).toBeGreaterThanOrEqual(lastUpload?.at.getTime());
    expect(await listDetailed({ search: 'aegean' })).toEqual([medicalCenter]);
    const dashboard = await admin.call(routes.admin.dashboard, {});
    const all = await listDetailed();
    const sum = (figure: 'totalPatients' | 'totalExams') => all.reduce((total, center) => total + center[figure], 0);
    expect(dashboard).toMatchObject({
      ...{ totalMedicalCenters: all.length, totalPatients: sum('totalPatients'), totalExams: sum('totalExams') },
    });
  });

  it('shows the last sign-in or upload as last activity, and null before both', async () => {
    const lastOf = async (id: string) => (await getCenter(id)).medicalCenter.lastActivity;
    expect(await lastOf(await idOf('ΖΗΤΑ'))).toBeNull();
    const before = await lastOf(aegean.id);
    testApp.advanceClock(60_000);
    const { centerId, password } = aegean;
    await aegean.client.signIn(routes.auth.centerLogin.path, { centerId, password });
    const signedIn = await lastOf(aegean.id);
    expect(Date.parse(signedIn ?? '')).toBeGreaterThanOrEqual(Date.parse(before ?? '') + 60_000);
    testApp.advanceClock(60_000);
    await uploadExam(
      aegean.client,
      aegean.patient.patientId,
      tinyDicom({ patientName: 'Papadopoulou^Maria', seed: 9 }),
    );
    expect(Date.parse((await lastOf(aegean.id)) ?? '')).toBeGreaterThanOrEqual(Date.parse(signedIn ?? '') + 60_000);
  });

  it('runs the same number of statements for any number of centers', async () => {
    const statementsOf = async (limit: number) => {
      const statementCount = testApp.statements.record();
      await listDetailed({ limit });
      statementCount.stop();
      return statementCount.texts.filter((text) => /medical_centers|patients|exams/.test(text)).length;
    };
    expect(await statementsOf(6)).toBe(await statementsOf(1));
  });

  it('sorts in the requested order, with empty dates last in both directions', async () => {
    await subscribe('ΖΗΤΑ', '2026-01-01', '2027-01-31');
    await subscribe('beta clinic', '2026-01-01', '2026-12-31');
    const renewal = (sortOrder: string) => names({ sortBy: 'renewalDate', sortOrder });
    expect((await renewal('asc')).slice(0, 2)).toEqual(['beta clinic', 'ΖΗΤΑ']);
    expect((await renewal('desc')).slice(0, 2)).toEqual(['ΖΗΤΑ', 'beta clinic']);
    expect(await names({ sortBy: 'name', sortOrder: 'asc' })).toEqual([
      ...['Aegean Imaging', 'Alpha (North)', 'beta clinic', 'Άλφα & Βήτα', 'ΖΗΤΑ', 'Ωμέγα Διαγνωστική'],
    ]);
    for (const sortOrder of ['asc', 'desc'])
      expect((await names({ sortBy: 'activityDate', sortOrder }))[0]).toBe('Aegean Imaging');
    expect(await names()).toEqual(await names({ sortBy: 'registrationDate', sortOrder: 'desc' }));
    expect(await names({ sortOrder: 'asc' })).toEqual((await names()).reverse());
  });

  it('pages without gap or repetition in every order', async () => {
    for (const sortBy of ['registrationDate', 'renewalDate', 'activityDate', 'name'] as const)
      for (const sortOrder of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const query: object = { sortBy, sortOrder, limit: 1, ...(cursor === null ? {} : { cursor }) };
          const page: { rows: { name: string }[]; nextCursor: string | null } = await admin.page(
            routes.admin.medicalCentersDetailed,
            { query },
          );
          seen.push(...page.rows.map(({ name }) => name));
          cursor = page.nextCursor;
        } while (cursor !== null && seen.length < 20);
        expect(seen).toEqual(await names({ sortBy, sortOrder }));
      }
    const bad = await admin.raw('GET', '/api/admin/medical-centers-detailed?cursor=none');
    expect(bad.status).toBe(400);
  });

  it('finds a part of the name in either alphabet, ignoring case and accents', async () => {
    for (const [search, found] of [
      ['ωμεγα', ['Ωμέγα Διαγνωστική']],
      ['diagnostiki', ['Ωμέγα Διαγνωστική']],
      ['ALPHA', ['Alpha (North)', 'Άλφα & Βήτα']],
      ['imaging aegean', ['Aegean Imaging']],
      ['gean im', ['Aegean Imaging']],
      ['(nor', ['Alpha (North)']],
      [' & ', ['Άλφα & Βήτα']],
      ['%', []],
      ['no such', []],
    ] as const) {
      expect(await names({ search, sortBy: 'name', sortOrder: 'asc' }), search).toEqual(found);
      const page = await admin.page(routes.admin.medicalCentersDetailed, { query: { search } });
      expect(page.total).toBe(String(found.length));
    }
  });

  it('shows the subscription status by day: pending before its start, expired after its end', async () => {
    const id = await idOf('Alpha (North)');
    const statusOf = async () => (await getCenter(id)).medicalCenter.subscriptionStatus;
    const daysAhead = (days: number) => new Date(testApp.clock.now().getTime() + days * day).toISOString().slice(0, 10);
    await subscribe('Alpha (North)', daysAhead(3), daysAhead(90));
    expect(await statusOf()).toBe('pending');
    await subscribe('Alpha (North)', daysAhead(-3), daysAhead(90));
    expect(await statusOf()).toBe('active');
    await subscribe('Alpha (North)', daysAhead(-30), daysAhead(-3));
    expect(await statusOf()).toBe('expired');
  });

  describe('PATCH /api/admin/medical-centers/{id}', () => {
    it('keeps absent fields, clears null fields, and updates the search by name', async () => {
      const id = await idOf('beta clinic');
      await change(id, { city: 'Πάτρα', state: 'Αχαΐα', zipCode: '26221' });
      const { medicalCenter } = await change(id, {
        name: 'Γάμα Κλινική',
        email: 'Gama@Example.gr',
        city: null,
        state: '',
      });
      expect(medicalCenter).toMatchObject({
        ...{ name: 'Γάμα Κλινική', email: 'gama@example.gr', city: null, state: 'Αχαΐα', zipCode: '26221' },
        ...{ phone: '+302105550100', centerId: 'MCLIST2' },
      });
      expect(await names({ search: 'gama' })).toEqual(['Γάμα Κλινική']);
      expect(await names({ search: 'beta' })).toEqual([]);
      expect((await names({ sortBy: 'name', sortOrder: 'asc' })).indexOf('Γάμα Κλινική')).toBe(3);
    });

    it('sets the quota of the plan, and an agreed quota only in the enterprise plan', async () => {
      const id = await idOf('ΖΗΤΑ');
      const quotaOf = async (changes: CenterChanges) => (await change(id, changes)).medicalCenter.quotaBytes;
      expect(await quotaOf({ plan: 'premium' })).toBe(2 * 1024 ** 4);
      expect(await readFault(await patch(id, { quotaBytes: 1 }))).toMatchObject({
        ...{ status: 400, errors: [{ field: 'quotaBytes' }] },
      });
      expect(await quotaOf({ plan: 'enterprise' })).toBeNull();
      expect(await quotaOf({ quotaBytes: 5 * 1024 ** 4 })).toBe(5 * 1024 ** 4);
      expect(await quotaOf({ plan: 'enterprise', city: 'Βόλος' }), 'keeps the agreed quota').toBe(5 * 1024 ** 4);
      expect(await quotaOf({ quotaBytes: null })).toBeNull();
      expect(await quotaOf({ plan: 'basic' })).toBe(500 * 1024 ** 3);
    });

    it('returns the messages of the creation form and the field that is taken', async () => {
      const id = await idOf('ΖΗΤΑ');
      for (const [field, value, message] of [
        ['name', 'Z', 'Medical center name must be at least 2 characters'],
        ['email', 'none', 'Please enter a valid email address'],
        ['address', 'short', 'Please enter a complete address'],
        ['phone', '123', 'Please enter a valid phone number'],
      ] as const)
        expect(await readFault(await patch(id, { [field]: value }))).toMatchObject({
          ...{ status: 400, code: 'validation', errors: [{ field, message }] },
        });
      expect(await readFault(await patch(id, { email: aegean.email.toUpperCase() }))).toMatchObject({
        ...{ status: 409, code: 'conflict' },
        errors: [{ field: 'email', message: 'This email is already registered' }],
      });
    });

    it('mails the old and the new address after a change of email only', async () => {
      const { id } = (await create({ name: 'Told', centerId: 'MCTOLD', email: 'old@example.gr' })).medicalCenter;
      await change(id, { name: 'Told Imaging' });
      await change(id, { email: 'new@example.gr' });
      const mails = async () => (await testApp.outbox.mail()).filter(({ text }) => text.startsWith('Hello Told '));
      await waitUntil(async () => (await mails()).length > 1);
      expect((await mails()).map(({ to }) => to).sort()).toEqual(['new@example.gr', 'old@example.gr']);
      for (const { text } of await mails()) {
        expect(text).toContain('Told Imaging');
        expect(text).toContain('from old@example.gr to new@example.gr');
      }
    });

    it('writes an audit event and notifies clients of a change, but not of the same values', async () => {
      const listener = await testApp.app.context.db.connect();
      const received: string[] = [];
      listener.on('notification', ({ payload }) => received.push(payload ?? ''));
      await listener.query('LISTEN medcloud_events');
      const listChangeEvents = () =>
        sql(`SELECT details FROM audit_events WHERE event = 'center_changed' AND object_id = $1`, [aegean.id]);
      await change(aegean.id, { name: 'Aegean Imaging of Chios', plan: 'premium', phone: '+302105550100' });
      await change(aegean.id, { name: 'Aegean Imaging of Chios', plan: 'premium' });
      expect(await listChangeEvents()).toEqual([
        {
          details: {
            fields: ['name', 'plan', 'quotaBytes'],
            plan: { before: 'basic', after: 'premium' },
          },
        },
      ]);
      await listener.query('SELECT 1');
      await listener.end();
      expect(received.map((each) => JSON.parse(each))).toEqual([
        { kind: 'account', ids: [aegean.id], to: { centers: [aegean.id], admins: true } },
        // what its account shows of billing
        { kind: 'account', ids: [expect.any(String)], to: { users: [expect.any(String)], admins: true } },
      ]);
      const { medicalCenter } = await aegean.client.call(routes.auth.session, {});
      expect(medicalCenter).toMatchObject({ name: 'Aegean Imaging of Chios', centerId: aegean.centerId });
    });
  });

  describe('center ID', () => {
    const loginPath = routes.auth.centerLogin.path;
    const attemptSignIn = (centerId: string, password: string) =>
      testApp.anonymous.json('POST', loginPath, { centerId, password });

    it('is accepted at sign-in in any letter case', async () => {
      await create({ name: 'Case', centerId: 'MCcaseΑβ1', email: 'case@example.gr' });
      for (const typed of ['MCcaseΑβ1', 'mccaseαβ1', ' MCCASEΑΒ1 '])
        expect((await attemptSignIn(typed, 'initial secret')).status, typed).toBe(200);
    });

    it('is unique in any letter case', async () => {
      const form = { name: 'Other', email: 'other@example.gr', address: 'Ακτή Μιαούλη 1', phone: '+302105550100' };
      for (const centerId of [aegean.centerId, aegean.centerId.toLowerCase()]) {
        const body = { ...form, centerId, password: 'initial secret' };
        expect(await readFault(await admin.json('POST', routes.admin.createMedicalCenter.path, body))).toMatchObject({
          ...{ status: 409, code: 'conflict' },
          errors: [{ field: 'centerId', message: 'This center ID is already taken' }],
        });
      }
    });

    it('is reported together with a taken email, and a rejection uses no center number', async () => {
      const form = { name: 'Other', address: 'Ακτή Μιαούλη 1', phone: '+302105550100', password: 'initial secret' };
      const sent = (email: string, centerId: string) =>
        admin.json('POST', routes.admin.createMedicalCenter.path, { ...form, email, centerId });
      const email = { field: 'email', message: 'This email is already registered' };
      const centerId = { field: 'centerId', message: 'This center ID is already taken' };
      const before = (await create({ name: 'Before', centerId: 'MCbefore', email: 'before@example.gr' })).medicalCenter;
      const both = await readFault(await sent(aegean.email, aegean.centerId));
      expect(both).toMatchObject({ status: 409, code: 'conflict', errors: [email, centerId] });
      expect((await readFault(await sent('unused@example.gr', aegean.centerId))).errors).toMatchObject([centerId]);
      expect((await readFault(await sent(aegean.email, 'MCnew'))).errors).toMatchObject([email]);
      const after = (await create({ name: 'After', centerId: 'MCafter', email: 'after@example.gr' })).medicalCenter;
      expect(after.number).toBe(before.number + 1);
    });

    it('is throttled in any letter case together', async () => {
      await create({ name: 'Guessed', centerId: 'MCguess', email: 'guessed@example.gr' });
      const statuses: number[] = [];
      // the delay doubles from a second after the fifth failure, so some attempt comes before its end on any machine
      const forms = ['MCguess', 'mcGUESS', 'MCGUESS', 'mcguess', 'McGuess', 'mCgUESS', 'MCgUEss'];
      const more = ['MCguesS', 'MCgueSS', 'MCgUESS', 'McGUESS', 'mCGUESS'];
      for (const typed of [...forms, ...more]) statuses.push((await attemptSignIn(typed, 'wrong')).status);
      expect(statuses).toContain(429);
    });
  });
});
