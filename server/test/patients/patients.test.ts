import { formatDay, routes } from '@medcloud/contract';
import { createNameKey } from '@medcloud/contract/names/search-key';
import { normalizePatientId } from '@medcloud/contract/patient-id';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPatientKey } from '../../src/domain/keys/patient-key.ts';
import { wrapKey } from '../../src/platform/blobs/keys.ts';
import { type CenterFixture, createCenter, signInAdmin, uploadExam } from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';

const patientFields = {
  firstName: 'Μαρία',
  lastName: 'Παπαδοπούλου',
  dateOfBirth: '1950-05-17',
  gender: 'Female',
} as const;
const amka = '17055012342'; // 17 May 1950, with its Luhn check digit

describe('medical center patients', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let other: CenterFixture;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    const admin = await signInAdmin(testApp);
    center = await createCenter(testApp, admin, {
      ...patientFields,
      name: 'Aegean Imaging',
      number: 1,
      phone: '+306900000001',
    });
    other = await createCenter(testApp, admin, {
      ...patientFields,
      name: 'Ionian Diagnostics',
      number: 2,
      phone: '+306900000002',
    });
  });
  afterAll(() => testApp.close());

  const send = (changes: object, headers: Record<string, string> = {}, registrar = center) =>
    registrar.client.json('POST', routes.center.registerPatient.path, { ...patientFields, ...changes }, { headers });
  const register = async (changes: object) =>
    routes.center.registerPatient.reply.parse(await (await send(changes)).json());
  const rejectionOf = async (response: Response) => {
    const { status, errors } = problem.parse(await response.json());
    return [status, errors?.[0]?.field, errors?.[0]?.message];
  };
  const search = (text: string, registrar = center) =>
    registrar.client.page(routes.center.patients, { query: { search: text } });
  const idsOf = async (text: string, registrar = center) =>
    (await search(text, registrar)).rows.map((patient) => patient.id);

  it('registers a patient with a public id with check character and the given fields', async () => {
    const patient = await register({
      phone: ' 694 123-4567',
      address: 'Ερμού 1',
      email: 'M@Example.gr',
      language: 'el',
    });
    expect(patient).toMatchObject({
      ...patientFields,
      phone: '+306941234567',
      address: 'Ερμού 1',
      email: 'm@example.gr',
      language: 'el',
      examCount: 0,
    });
    expect(patient).not.toHaveProperty('examType');
    expect(normalizePatientId(patient.patientId.toLowerCase())).toBe(patient.patientId);
  });

  it("rejects invalid fields with the form's messages", async () => {
    const today = formatDay(testApp.config.timeZone, testApp.clock.now());
    const tomorrow = new Date(testApp.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const [changes, field, message] of [
      [{ firstName: ' ' }, 'firstName', 'First name is required'],
      [{ lastName: undefined }, 'lastName', 'Last name is required'],
      [{ lastName: 'x'.repeat(101) }, 'lastName', 'Use at most 100 characters.'],
      [{ dateOfBirth: '' }, 'dateOfBirth', 'This field is required'],
      [{ dateOfBirth: '1899-12-31' }, 'dateOfBirth', 'Date of birth must be in the past and not before 1900'],
      [{ dateOfBirth: today }, 'dateOfBirth', 'Date of birth must be in the past and not before 1900'],
      [{ dateOfBirth: tomorrow }, 'dateOfBirth', 'Date of birth must be in the past and not before 1900'],
      [{ dateOfBirth: '2001-02-29' }, 'dateOfBirth', 'Please enter a valid date'],
      [{ gender: 'female' }, 'gender', 'Please choose a gender'],
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ phone: '+30 210 555 0100' }, 'phone', 'Please enter a mobile number that can receive SMS'],
      [{ phone: '12345' }, 'phone', 'Please enter a mobile number that can receive SMS'],
      [{ amka: '17055012343' }, 'amka', 'Please enter a valid AMKA with 11 digits'],
      [{ address: 'x'.repeat(301) }, 'address', 'Use at most 300 characters.'],
    ] as const) {
      expect(await rejectionOf(await send(changes))).toEqual([400, field, message]);
    }
  });

  it('requires a confirmation for an AMKA of another birth date', async () => {
    const question = 'The AMKA does not match the date of birth. Check both.';
    const changes = { amka, dateOfBirth: '1950-05-18' };
    expect(await rejectionOf(await send(changes))).toEqual([400, 'amkaConfirmed', question]);
    expect((await send({ ...changes, amkaConfirmed: true })).status).toBe(201);
    expect((await send({ amka: ' 170550 12342 ' })).status).toBe(201);
  });

  it('treats an empty field as absent and ignores unknown fields', async () => {
    const patient = await register({
      email: '',
      phone: '',
      address: '',
      amka: '',
      language: '',
      centerId: other.id,
      patientId: 'P-0000000000',
      id: 'x',
    });
    expect(Object.keys(patient).sort()).toEqual(
      ['createdAt', 'dateOfBirth', 'examCount', 'firstName', 'gender', 'id', 'lastName', 'patientId'].sort(),
    );
    expect(await idsOf(patient.patientId, other)).toEqual([]);
  });

  it('stores the name in normalized form, and phone, AMKA and address only encrypted', async () => {
    const patient = await register({
      firstName: 'Άννα'.normalize('NFD'),
      lastName: 'Κανάρη'.normalize('NFD'),
      phone: '+306941111222',
      address: 'Οδός Κρυφή 77',
      amka,
      amkaConfirmed: true,
    });
    expect([patient.firstName, patient.lastName]).toEqual(['Άννα'.normalize('NFC'), 'Κανάρη'.normalize('NFC')]);
    const { rows } = await testApp.superuser.query<{ row: string }>(
      'SELECT p::text AS row FROM patients p WHERE id = $1',
      [patient.id],
    );
    expect(rows[0]?.row).toContain('kanari');
    for (const secret of ['6941111222', amka, 'Κρυφή']) {
      expect(rows[0]?.row).not.toContain(secret);
      expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(await (await center.client.raw('GET', routes.center.patients.path)).text()).not.toContain(amka);
  });

  it('registers once per Idempotency-Key, also in parallel, and rejects another body with 409', async () => {
    const key = { 'idempotency-key': 'register-1' };
    const responses = await Promise.all([1, 2, 3].map(() => send({ lastName: 'Μία' }, key)));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 200, 201]);
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await idsOf('Μία')).toHaveLength(1);
    expect((await send({ lastName: 'Άλλη' }, key)).status).toBe(409);
    expect((await send({ lastName: 'Μία' }, key, other)).status).toBe(201);
  });

  it.each([
    'παπαγεωργ',
    'ΠΑΠΑΓΕΩΡΓΙΟΥ',
    'papageorgiou',
    'Γιωργος παπαγ',
    'papageorgiou giorgos',
    'Παπαγεωργίου Γιώργος',
    '  γεωργιου  ',
  ])('finds by name in either alphabet, order and case: %s', async (text) => {
    const id = found.get('giorgos') ?? (await register({ firstName: 'Γιώργος', lastName: 'Παπαγεωργίου' })).id;
    found.set('giorgos', id);
    expect(await idsOf(text)).toEqual([id]);
  });
  const found = new Map<string, string>();

  it('finds by id, full phone and full AMKA in any format, only for the own center', async () => {
    const own = { phone: '+306977123456', amka: '01018012342', amkaConfirmed: true, dateOfBirth: '1980-01-01' };
    const patient = await register({ firstName: 'Ζωή', lastName: 'Ξένου', ...own });
    for (const text of [
      patient.patientId,
      ` ${patient.patientId.toLowerCase()} `,
      '6977123456',
      '+30 697 712 3456',
      '0030 6977123456',
      own.amka,
    ]) {
      expect([text, await idsOf(text)]).toEqual([text, [patient.id]]);
      expect([text, await idsOf(text, other)]).toEqual([text, []]);
    }
    for (const text of [
      '697712345',
      '0101801',
      patient.patientId.slice(0, -1),
      '%',
      '_',
      "'; --",
      '\\',
      'x'.repeat(300),
    ]) {
      expect([text, await idsOf(text)]).toEqual([text, []]);
    }
    expect((await center.client.raw('GET', `${routes.center.patients.path}?search=${'x'.repeat(301)}`)).status).toBe(
      400,
    );
  });

  it('shows the number of exams and the type of the latest exam', async () => {
    const patient = await register({ lastName: 'Εξεταζόμενη' });
    await uploadExam(center.client, patient.patientId, tinyDicom({ patientName: '', seed: 1 }), { examType: 'ct' });
    await uploadExam(center.client, patient.patientId, tinyDicom({ patientName: '', seed: 2 }), { examType: 'blood' });
    expect((await search('Εξεταζόμενη')).rows).toMatchObject([{ examCount: 2, examType: 'blood' }]);
  });

  it('lists each patient on exactly one page, in either order, while others are registered', async () => {
    await addMany(other, 200, 'Σελίδα', 'Νούμερο');
    for (let batch = 0; batch < 2; batch += 1) {
      await Promise.all(
        Array.from({ length: 25 }, (_, index) =>
          send({ firstName: 'Σελίδα', lastName: `Νούμερο ${batch} ${index}` }, {}, other),
        ),
      );
    }
    for (const sortOrder of ['desc', 'asc'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await other.client.page(routes.center.patients, { query: { limit: 40, sortOrder, cursor } });
        seen.push(...page.rows.map((patient) => patient.id));
        cursor = page.nextCursor ?? undefined;
        pages += 1;
        // a new first patient does not move the patients of later pages
        if (pages === 2 && sortOrder === 'desc') await send({ lastName: 'Νέα' }, {}, other);
      } while (cursor);
      const all = await other.client.page(routes.center.patients, { query: { limit: 500, sortOrder } });
      const expected = all.rows.map((patient) => patient.id).filter((id) => seen.includes(id));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expected);
      expect(seen.length).toBeGreaterThanOrEqual(252);
      const instants = all.rows.map((patient) => patient.createdAt);
      const rising = instants.toSorted();
      expect(instants).toEqual(sortOrder === 'asc' ? rising : rising.toReversed());
    }
    const byName = await other.client.page(routes.center.patients, { query: { search: 'selida', limit: 100 } });
    expect([byName.rows.length, byName.total]).toEqual([100, '250']);
    const rest = await other.client.page(routes.center.patients, {
      query: { search: 'selida', limit: 500, cursor: byName.nextCursor ?? '' },
    });
    expect([rest.rows.length, rest.nextCursor]).toEqual([150, null]);
  });

  /** Inserts many patients of one name, some with the same time, as an import does. */
  const addMany = async (of: CenterFixture, count: number, firstName: string, lastName: string) => {
    const { keys, random } = testApp.app.context;
    const { rows } = await testApp.superuser.query<{ id: string }>(
      `INSERT INTO patients (id, center_id, patient_id, first_name, last_name, name_key, date_of_birth, gender, registered_by, created_at)
       SELECT gen_random_uuid(), $1, 'P-' || upper(substr(md5($2 || n::text), 1, 10)), $3, $4, $5, '1980-01-01', 'Other',
         (SELECT user_id FROM medical_centers WHERE id = $1), now() - interval '1 year' - n / 3 * interval '1 s'
       FROM generate_series(1, $6::int) AS n RETURNING id`,
      [of.id, `${of.id} ${count}`, firstName, lastName, createNameKey(firstName, lastName), count],
    );
    const wrapped = rows.map(({ id }) => wrapKey(keys.masters.get(1), newPatientKey(random), `patient:${id}`, random));
    await testApp.superuser.query(
      'INSERT INTO keys.patient_keys (patient_id, wrapped_key) SELECT * FROM unnest($1::uuid[], $2::bytea[])',
      [rows.map(({ id }) => id), wrapped],
    );
    await testApp.superuser.query('ANALYZE patients'); // as autovacuum does at some time
  };

  it('rejects an invalid cursor and one of another center', async () => {
    const [foreign] = (await other.client.page(routes.center.patients, { query: { limit: 1 } })).rows;
    for (const cursor of ['nonsense', '01900000-0000-7000-8000-000000000000', foreign?.id ?? '']) {
      const response = await center.client.raw('GET', `${routes.center.patients.path}?cursor=${cursor}`);
      expect(await rejectionOf(response)).toEqual([
        400,
        'cursor',
        'This page of the list no longer exists. Return to the first page.',
      ]);
    }
    for (const limit of ['0', '501', '-1', 'x']) {
      expect((await center.client.raw('GET', `${routes.center.patients.path}?limit=${limit}`)).status).toBe(400);
    }
  });

  it('counts up to 1000, and more as 1000+', async () => {
    const total = async (text?: string) =>
      (await center.client.page(routes.center.patients, { query: { limit: 1, search: text } })).total;
    const before = Number(await total());
    const add = (count: number) => addMany(center, count, 'F', 'Many');
    await add(1_000 - before);
    expect(await total()).toBe('1000');
    await add(1);
    expect(await total()).toBe('1000+');
    expect(await total('many')).toBe(String(1_001 - before));
    await add(before + 5);
    expect(await total('many')).toBe('1000+');
  });
});
