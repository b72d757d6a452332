import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examForm } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';

const message = 'Please remove the characters that cannot be displayed';

let testApp: TestAppWithFixtures;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures();
});
afterAll(() => testApp.close());

describe('parseShape with a control character or half a surrogate pair', () => {
  const rejectionOf = async (response: Response) => {
    const { status, errors } = problem.parse(await response.json());
    return [status, errors];
  };

  it.each(['a\0b', 'a\u0008b', '\ud800', 'a\u007f'])('rejects it with an error of its field: %j', async (text) => {
    const { centerA, admin, doctors } = testApp.fixtures;
    const patientFields = { firstName: 'Α', lastName: 'Β', dateOfBirth: '1950-05-17', gender: 'Female' };
    const expectedFault = (field: string) => [400, [{ field, message: message }]];
    const posts = [
      [testApp.anonymous, routes.auth.centerLogin.path, { centerId: text, password: 'x' }, 'centerId'],
      [testApp.anonymous, routes.auth.doctorLogin.path, { email: 'a@example.gr', password: text }, 'password'],
      [centerA.client, routes.center.registerPatient.path, { ...patientFields, firstName: text }, 'firstName'],
      [centerA.client, routes.center.registerPatient.path, { ...patientFields, address: text }, 'address'],
      [admin, routes.admin.rejectDoctor.path.replace('{id}', doctors.unverified.id), { reason: text }, 'reason'],
      [testApp.anonymous, routes.patientAccess.lookup.path, { accessToken: text }, 'accessToken'],
    ] as const;
    for (const [client, path, body, field] of posts)
      expect([path, ...(await rejectionOf(await client.json('POST', path, body)))]).toMatchObject([
        path,
        ...expectedFault(field),
      ]);
  });

  it('rejects it in a query, and in a form without storing anything', async () => {
    const { centerA, doctors, admin } = testApp.fixtures;
    for (const [client, path, field] of [
      [centerA.client, routes.center.patients.path, 'search'],
      [centerA.client, routes.center.examHistory.path, 'patientSearch'],
      [centerA.client, routes.center.patients.path, 'cursor'],
      [doctors.consent.client, routes.doctor.accessiblePatients.path, 'search'],
      [admin, routes.admin.users.path, 'search'],
    ] as const) {
      const response = await client.raw('GET', `${path}?${field}=a%00b`);
      expect([path, ...(await rejectionOf(response))]).toMatchObject([path, 400, [{ field, message: message }]]);
    }
    const before = await centerA.client.page(routes.center.examHistory, {});
    for (const field of ['notes', 'referringPhysician']) {
      const body = examForm(centerA.patient.patientId, centerA.file, { [field]: 'a\0b' });
      const response = await centerA.client.raw('POST', routes.center.uploadExam.path, { body });
      expect([field, ...(await rejectionOf(response))]).toMatchObject([field, 400, [{ field, message: message }]]);
    }
    expect((await centerA.client.page(routes.center.examHistory, {})).total).toBe(before.total);
  });

  it('accepts tabs and line ends in prose, and rejects them in a name', async () => {
    const { centerA } = testApp.fixtures;
    const patientFields = { firstName: 'Α', lastName: 'Β', dateOfBirth: '1950-05-17', gender: 'Female' };
    const register = (changes: object) =>
      centerA.client.json('POST', routes.center.registerPatient.path, { ...patientFields, ...changes });
    const registered = routes.center.registerPatient.reply.parse(
      await (await register({ address: 'Ερμού 1\n\tΑθήνα' })).json(),
    );
    expect(registered.address).toBe('Ερμού 1\n\tΑθήνα');
    expect(await rejectionOf(await register({ firstName: 'Α\nΒ' }))).toMatchObject([
      400,
      [{ field: 'firstName', message: 'This must be a single line' }],
    ]);
  });
});

describe('parseShape with an empty string in an optional field', () => {
  it('treats it as absent in bodies and queries', async () => {
    const { centerA, admin, doctors } = testApp.fixtures;
    const center = {
      name: 'Empty Fields',
      email: 'empty@example.gr',
      address: 'Ερμού 1, 10563 Αθήνα',
      phone: '+302105550100',
      centerId: 'MCEMPTY',
      password: 'initial secret',
    };
    const created = await admin.json('POST', routes.admin.createMedicalCenter.path, {
      ...center,
      plan: '',
      quotaBytes: '',
    });
    const { medicalCenter } = routes.admin.createMedicalCenter.reply.parse(await created.json());
    expect([created.status, medicalCenter.plan, medicalCenter.quotaBytes]).toEqual([201, 'basic', 536_870_912_000]);
    expect((await centerA.client.raw('GET', `${routes.center.patients.path}?limit=&cursor=&sortOrder=`)).status).toBe(
      200,
    );
    const verified = await doctors.consent.client.json('POST', routes.doctor.verifyOtp.path, {
      requestId: '',
      otpCode: '000000',
    });
    expect([verified.status, await verified.text()]).toEqual([400, "Please enter a patient's phone number"]);
    const changed = await testApp.anonymous.json('POST', routes.patientAccess.change.path, {
      accessToken: testApp.fixtures.consentToken,
      patientId: centerA.patient.patientId,
      days: '',
      examTypes: '',
    });
    expect(changed.status).toBe(200);
  });

  it("rejects an access request with an empty phone number with the form's message", async () => {
    for (const patientPhone of ['', ' ', undefined]) {
      const path = routes.doctor.requestPatientAccess.path;
      const response = await testApp.fixtures.doctors.consent.client.json('POST', path, { patientPhone });
      expect([response.status, await response.text()]).toEqual([400, "Please enter a patient's phone number"]);
    }
  });
});
