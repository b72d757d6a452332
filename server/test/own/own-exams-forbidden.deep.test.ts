import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAppWithFixtures } from '../harness/start-test-app.ts';

it('offers and opens no own pictures where PATIENT_VIEWING is off, whatever the center chose before', async () => {
  const testApp = await startTestAppWithFixtures({ environment: { PATIENT_VIEWING: 'off' } });
  onTestFinished(() => testApp.close());
  const { anonymous, fixtures, superuser } = testApp;
  await superuser.query('UPDATE medical_centers SET own_viewing_days = 0');
  const { client } = fixtures.centerA;
  expect(await client.call(routes.center.patientViewing, {})).toEqual({ days: 0, isAllowed: false });
  const refused = await client.json('PUT', routes.center.changePatientViewing.path, { days: 3 });
  expect(problem.parse(await refused.json())).toMatchObject({ status: 403, code: 'forbidden' });
  const accessToken = fixtures.consentToken;
  const { records } = await anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
  expect(records.map(({ isOwnViewable }) => isOwnViewable)).toEqual([false]);
  const opening = await anonymous.json('POST', routes.own.open.path, { accessToken });
  expect(problem.parse(await opening.json())).toMatchObject({ code: 'link_invalid' });
});
