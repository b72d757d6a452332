import { routes } from '@medcloud/contract';
import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { authenticateSession } from '../../src/domain/accounts/sessions/authenticate-session.ts';
import type { BreachQuery } from '../../src/domain/audit/affected/find-actor.ts';
import { findAffectedPatients } from '../../src/domain/audit/affected/find-affected-patients.ts';
import { selectAffectedPatients } from '../../src/domain/audit/affected/store.ts';
import { exportAudit } from '../../src/domain/audit/export/export-audit.ts';
import { findPatientIds } from '../../src/domain/audit/search/reads.ts';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { mint } from '../../src/domain/authorization/scope.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** The parts of FHIR R4 and of the BALP profiles for read, create and update that the export writes. */
const coding = z.object({ system: z.url(), code: z.string().min(1) });
const agentShape = z.object({
  identifier: z.object({ value: z.string() }).optional(),
  reference: z.string().optional(),
});
const fhir = z.object({
  resourceType: z.literal('AuditEvent'),
  id: z.string().regex(/^[A-Za-z0-9.-]{1,64}$/),
  meta: z.object({ profile: z.array(z.url()) }).optional(),
  type: coding,
  subtype: z.array(coding).min(1),
  action: z.enum(['C', 'R', 'U', 'D', 'E']),
  recorded: z.iso.datetime(),
  outcome: z.enum(['0', '4']),
  agent: z
    .array(
      z.object({
        type: z.object({ coding: z.array(coding).length(1) }),
        who: agentShape,
        requestor: z.boolean(),
        network: z.object({ address: z.string() }).optional(),
      }),
    )
    .min(2),
  source: z.object({ observer: z.object({ display: z.string() }) }),
  entity: z.array(z.object({ what: agentShape, type: coding })).min(1),
});

let testApp: TestAppWithFixtures;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures({ shouldCacheStatements: false });
  const { centerA, doctors } = testApp.fixtures;
  await centerA.client.call(routes.center.patientDetails, { params: { patientId: centerA.patient.patientId } });
  await centerA.client.call(routes.center.revealAmka, { params: { patientId: centerA.patient.patientId } });
  await doctors.consent.client.raw('GET', `/api/download/${centerA.examId}`);
  await doctors.noConsent.client.raw('GET', `/api/download/${centerA.examId}`);
  await centerA.client.page(routes.center.patients, { query: { search: 'Παπαδοπούλου' } });
  // from here on, only the tests' requests add audit events
  await waitForJobs(testApp);
  const ended = `SELECT 1 FROM audit_events WHERE event = 'exam_download_ended'`;
  await waitUntil(async () => (await testApp.superuser.query(ended)).rows.length === 1);
});
afterAll(() => testApp.close());

/** The administrator's search of audit events, and their export. */
describe('GET /api/admin/audit', () => {
  const query = async (text: string, values: unknown[] = []) => (await testApp.superuser.query(text, values)).rows;
  const read = (filter: Record<string, string | number> = {}) =>
    testApp.fixtures.admin.call(routes.admin.auditEvents, { query: { limit: 500, ...filter } });
  const eventsOf = (entries: AuditEntry[]) => new Set(entries.map(({ event }) => event));
  const exported = async (filter = '') => {
    const response = await testApp.fixtures.admin.raw('GET', `/api/admin/audit/export${filter}`);
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    return { response, lines };
  };

  it('finds exactly the events of a patient, doctor, exam, center or session by its full identifier', async () => {
    const { centerA, doctors } = testApp.fixtures;
    const byPatient = await read({ search: centerA.patient.patientId.toLowerCase() });
    expect(byPatient.length).toBeGreaterThan(4);
    expect(new Set(byPatient.map(({ patient }) => patient?.patientId))).toEqual(new Set([centerA.patient.patientId]));
    const byDoctor = await read({ search: doctors.consent.email });
    expect(eventsOf(byDoctor)).toContain('exam_downloaded');
    expect(new Set(byDoctor.map(({ actor }) => actor.userId))).toEqual(new Set([doctors.consent.userId]));
    expect(await read({ search: doctors.consent.id })).toEqual(byDoctor);
    const byExam = await read({ search: centerA.examId });
    expect(new Set(byExam.map(({ object }) => object?.id))).toEqual(new Set([centerA.examId]));
    expect(eventsOf(byExam)).toContain('denied');
    const byCenter = await read({ search: centerA.centerId.toLowerCase() });
    expect(new Set(byCenter.map(({ center }) => center?.centerId))).toEqual(new Set([centerA.centerId]));
    const session = byDoctor.find(({ event }) => event === 'exam_downloaded')?.session ?? '';
    const bySession = await read({ search: session });
    expect(new Set(bySession.map((entry) => entry.session))).toEqual(new Set([session]));
    for (const search of ['P-7Z7Z7Z7Z7Z', 'nobody@example.gr', 'Παπαδοπούλου', '0123456789abcdef', '%', "' OR true"])
      expect(await read({ search }), search).toEqual([]);
  });

  it('filters by group, outcome and day', async () => {
    expect(eventsOf(await read({ group: 'denials' }))).toEqual(new Set(['denied']));
    expect(new Set((await read({ outcome: 'denied' })).map(({ outcome }) => outcome))).toEqual(new Set(['denied']));
    const day = testApp.clock.now().toISOString().slice(0, 10);
    const later = new Date(testApp.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect(await read({ dateFrom: later })).toEqual([]);
    expect((await read({ dateTo: day, dateFrom: '2020-01-01' })).length).toBeGreaterThan(20);
  });

  it('returns the public id of a patient, but no other personal or clinical data', async () => {
    const text = JSON.stringify(await read()) + (await exported()).lines.join('');
    expect(text).not.toMatch(/Παπαδοπούλου|Μαρία|Καραγιάννης|\+3069|examType|"ct"|"mri"|"xray"/);
    const granted = (await read({ group: 'consent' })).find(({ event }) => event === 'consent_granted');
    expect(granted?.details).toMatchObject({ days: expect.any(Number) });
  });

  it('pages without gap or repetition, even if all events have the same time', async () => {
    await query(`INSERT INTO audit_events (at, event, outcome, actor_kind, session_ref)
      SELECT '2021-01-01T10:00:00.000123Z', 'start', 'success', 'system', 'feedfeedfeedfeed' FROM generate_series(1, 25)`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await testApp.fixtures.admin.page(routes.admin.auditEvents, {
        query: { search: 'feedfeedfeedfeed', limit: 10, ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.rows.map(({ id }) => id));
      expect(page.total).toBe('25');
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    const bad = await testApp.fixtures.admin.raw('GET', '/api/admin/audit?cursor=2021-99-01T10:00:00.000123Z.5');
    expect(bad.status).toBe(400);
  });

  it('writes an event for each search that says that a search was used, but not its text', async () => {
    await read({ search: testApp.fixtures.doctors.consent.email, group: 'exams' });
    const [latest] = await query('SELECT event, details FROM audit_events ORDER BY id DESC LIMIT 1');
    expect(latest).toMatchObject({ event: 'audit_shown', details: { search: 'used', group: 'exams' } });
    expect(JSON.stringify(latest)).not.toContain(testApp.fixtures.doctors.consent.email);
  });

  it('exports FHIR AuditEvents, with the BALP profiles for events of patients', async () => {
    const { response, lines } = await exported();
    expect(response.headers.get('content-type')).toBe('application/fhir+ndjson');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="medcloud-audit-[\d-]{10}.ndjson"$/,
    );
    const events = lines.map((line) => fhir.parse(JSON.parse(line)));
    expect(events.length).toBeGreaterThan(60);
    expect(events.map(({ recorded }) => recorded)).toEqual(events.map(({ recorded }) => recorded).toSorted());
    const profiled = events.filter(({ meta }) => meta);
    const names = new Set(profiled.map(({ meta }) => meta?.profile[0]?.split('.').at(-1)));
    expect(names).toEqual(new Set(['PatientCreate', 'PatientRead', 'PatientUpdate']));
    for (const event of profiled) {
      expect(event.type.code).toBe('rest');
      expect(event.outcome).toBe('0');
      const roles = event.agent.map(({ type }) => type.coding[0]?.code);
      expect(roles).toEqual(expect.arrayContaining(['110152', '110153']));
      expect(event.agent.slice(0, 2).every(({ network }) => network !== undefined)).toBe(true);
      const personEntities = event.entity.filter(({ type }) => type.code === '1');
      expect(personEntities.map(({ what }) => what.reference)).toEqual([expect.stringMatching(/^Patient\/P-/)]);
      expect(event.entity.filter(({ type }) => type.code === '2')).toHaveLength(1);
    }
    const [latest] = await query('SELECT event, details FROM audit_events ORDER BY id DESC LIMIT 1');
    expect(latest).toMatchObject({ event: 'audit_exported', details: { events: events.length } });
  });

  it('fails an export whose session ends instead of truncating it silently', async () => {
    await query(`INSERT INTO audit_events (at, event, outcome, actor_kind, session_ref)
      SELECT '2021-02-01T10:00:00Z', 'start', 'success', 'system', 'cafecafecafecafe' FROM generate_series(1, 600)`);
    const admin = await signInAdmin(testApp);
    const { context } = testApp.app;
    const { principal } = await authenticateSession(context, {
      bearer: admin.sessionId,
      cookie: null,
      isBackground: true,
    });
    if (principal.kind !== 'admin') throw new Error('Expected the principal of an administrator.');
    const request = {
      principal,
      requestId: 'one',
      isBackground: false,
      addressBlock: 'unknown',
      userAgent: undefined,
      bindsSession: false,
      countedBlock: null,
      idempotency: null,
    };
    const lines = (
      await exportAudit(context, mint.admin(principal), request, { search: 'cafecafecafecafe' }, false)
    ).lines();
    expect((await lines.next()).value?.toString().split('\n')).toHaveLength(501);
    await admin.call(routes.auth.logout, {});
    await expect(lines.next()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('finds patients only in the scopes of an administrator and of a breach query', async () => {
    const { centerA } = testApp.fixtures;
    const [patient] = await query('SELECT id FROM patients WHERE patient_id = $1', [centerA.patient.patientId]);
    const countFound = async (scope: Parameters<typeof testApp.app.context.db.within>[0]) => {
      const { db } = testApp.app.context;
      const { rows } = await db.within(scope, async (tx) => ({ rows: await findPatientIds(tx, [patient?.id]) }));
      return rows.size;
    };
    expect(await countFound(systemScope('breach'))).toBe(1);
    expect(await countFound(mint.open())).toBe(0);
    expect(await countFound(systemScope('log'))).toBe(0);
  });

  it('returns how far the audit chain is chained and signed', async () => {
    const state = await testApp.fixtures.admin.call(routes.admin.auditState, {});
    const [chain] = await query('SELECT max(seq) AS last FROM audit_chain');
    expect(state.records).toBeGreaterThanOrEqual(0);
    expect(Number(chain?.last ?? 0)).toBeGreaterThanOrEqual(state.records);
    expect(state.unsealedMs).toBeGreaterThanOrEqual(0);
  });
});

/** T-BR1: lists the patients affected by a stolen session or account, and when. */
describe('findAffectedPatients', () => {
  const stolenSession = () => testApp.fixtures.doctors.consent.client.sessionId ?? '';
  const always = { from: null, to: null };
  const ask = (question: BreachQuery, period: Parameters<typeof findAffectedPatients>[2] = always) =>
    findAffectedPatients(testApp.app.context, question, period);

  it('lists the patients of a stolen session with their center, the events and their times (T-BR1)', async () => {
    const { centerA } = testApp.fixtures;
    // exam_download_ended is written after the last byte was sent
    await waitUntil(async () => (await ask({ session: stolenSession() })).patients[0]?.events === 2);
    const { patients } = await ask({ session: stolenSession() });
    expect(patients).toEqual([
      {
        patientId: centerA.patient.patientId,
        center: centerA.centerId,
        first: expect.any(Date),
        last: expect.any(Date),
        events: 2,
        exams: 1,
        what: ['exam_download_ended', 'exam_downloaded'],
      },
    ]);
    const [entry] = await testApp.fixtures.admin.call(routes.admin.auditEvents, { query: { search: centerA.examId } });
    expect(entry?.event).toBe('denied');
    const reference = (await ask({ session: stolenSession() })).actor.value;
    expect((await ask({ session: reference })).patients).toEqual(patients);
  });

  it('lists the patients of an API token, active or revoked, by its secret or id (T-BR1)', async () => {
    const { client } = testApp.fixtures.doctors.consent;
    const { id, token } = await client.call(routes.account.makeApiToken, { body: { name: 'Weasis', days: 30 } });
    const viewed = await testApp.anonymous.raw('GET', `/dicom-web/exams/${testApp.fixtures.centerA.examId}/studies`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(viewed.status).toBe(200);
    await client.call(routes.account.revokeApiToken, { params: { id } });
    const { patients } = await ask({ session: token });
    expect(patients.map(({ patientId }) => patientId)).toEqual([testApp.fixtures.centerA.patient.patientId]);
    expect((await ask({ session: id })).patients).toEqual(patients);
  });

  it('lists the patients of an account over all its sessions, and the lists that were shown to it', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const byCode = await ask({ account: centerA.centerId.toLowerCase() });
    expect(byCode.patients.map(({ patientId }) => patientId)).toEqual([centerA.patient.patientId]);
    expect(byCode.lists).toMatchObject([{ event: 'patients_listed', times: 1, most: 1 }]);
    expect((await ask({ account: centerA.email })).patients).toEqual(byCode.patients);
    expect((await ask({ account: centerB.centerId })).patients.map(({ center }) => center)).toEqual([centerB.centerId]);
  });

  it('returns no patients for a denied session or an earlier period, and throws not_found if unknown', async () => {
    const refused = testApp.fixtures.doctors.noConsent.client.sessionId ?? '';
    expect((await ask({ session: refused })).patients).toEqual([]);
    expect((await ask({ session: stolenSession() }, { from: null, to: new Date('2020-01-01') })).patients).toEqual([]);
    await expect(ask({ session: 'no such secret' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask({ account: 'nobody@example.gr' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('writes an audit event', async () => {
    await ask({ session: stolenSession() });
    const { rows } = await testApp.superuser.query(
      'SELECT event, actor_kind, details FROM audit_events ORDER BY id DESC LIMIT 1',
    );
    expect(rows).toMatchObject([{ event: 'audit_shown', actor_kind: 'system', details: { touched: 1 } }]);
  });

  it('uses the indexes of sessions and of persons', async () => {
    for (const [by, index] of [
      ['session_ref', 'audit_of_session'],
      ['person_id', 'audit_of_person'],
    ] as const) {
      const plan = await testApp.app.context.db.within(systemScope('breach'), async (tx) => {
        await sql`SET LOCAL enable_seqscan = off`.execute(tx);
        const value = by === 'person_id' ? testApp.fixtures.doctors.consent.userId : 'feedfeedfeedfeed';
        return JSON.stringify(await selectAffectedPatients(tx, { by, value }, always).explain('json'));
      });
      expect(plan).toContain(index);
    }
  });
});
