import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAdmin, uploadExam } from '../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { tinyDicom } from '../../harness/tiny-dicom.ts';
import { joinMember } from './join-member.ts';

describe('what two members of a center did', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
  });
  afterAll(() => testApp.close());

  it('has their names in the audit log and in the access report (T-ID1)', async () => {
    const { centerA } = testApp.fixtures;
    const [maria, nikos] = [
      await joinMember(testApp, centerA, ['technician'], 'maria'),
      await joinMember(testApp, centerA, ['radiologist'], 'nikos'),
    ];
    const { patientId } = centerA.patient;
    const exams = [];
    for (const [index, { client }] of [maria, nikos].entries())
      exams.push(await uploadExam(client, patientId, tinyDicom({ patientName: 'Α^Β', seed: 800 + index })));
    await nikos.client.call(routes.center.withdrawExam, { params: { id: exams[0] ?? '' }, body: { reason: 'Λάθος' } });
    await maria.client.raw('GET', `/api/download/${exams[1]}`).then((response) => response.arrayBuffer());

    const admin = await signInAdmin(testApp);
    const log = await admin.call(routes.admin.auditEvents, { query: { search: exams[0] ?? '' } });
    expect(log.map(({ event, actor }) => [event, actor.member, actor.email])).toEqual([
      ['exam_withdrawn', 'Μέλος nikos', nikos.email],
      ['exam_uploaded', 'Μέλος maria', maria.email],
    ]);
    const day = formatDay('Europe/Athens', testApp.clock.now());
    const query = { subject: `patient:${patientId}`, from: day, to: day };
    const entries = await centerA.client.call(routes.accessReport.entriesOfCenter, { query });
    const named = entries.map(({ event, actor }) => `${event} ${actor.name}`);
    expect(named).toContainEqual(expect.stringMatching(/^exam_downloaded Μέλος maria, /));
    const own = entries.filter(({ event }) => event === 'patient_registered').map(({ actor }) => actor.name);
    for (const name of own) expect(name, 'the center’s own account').not.toContain('Μέλος');
  });
});
