import { routes } from '@medcloud/contract';
import type { PreferredLayout } from '@medcloud/contract/shapes/account/viewer-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';

const { viewerSettings, changeViewerSettings } = routes.account;
const forCt: PreferredLayout = { examType: 'ct', layout: '1x2', compare: true };

describe('viewer settings', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({});
  });
  afterAll(() => testApp.close());

  it('are empty at first, then what the user put, and of this user alone', async () => {
    const { consent, noConsent } = testApp.fixtures.doctors;
    expect(await consent.client.call(viewerSettings, {})).toEqual({ layouts: [] });
    await consent.client.call(changeViewerSettings, { body: { layouts: [forCt] } });
    const forMr: PreferredLayout = { examType: 'mri', layout: '2x2', compare: false };
    await consent.client.call(changeViewerSettings, { body: { layouts: [forCt, forMr] } });
    expect(await consent.client.call(viewerSettings, {})).toEqual({ layouts: [forCt, forMr] });
    expect(await noConsent.client.call(viewerSettings, {})).toEqual({ layouts: [] });
    expect(await testApp.fixtures.centerA.client.call(viewerSettings, {})).toEqual({ layouts: [] });
  });

  it('rejects two layouts of one type, unknown layouts and types, and more than 8 KB', async () => {
    const { client } = testApp.fixtures.doctors.noConsent;
    const put = async (body: unknown) => (await client.json('PUT', viewerSettings.path, body)).status;
    expect(await put({ layouts: [forCt, forCt] })).toBe(400);
    expect(await put({ layouts: [{ ...forCt, layout: '9x9' }] })).toBe(400);
    expect(await put({ layouts: [{ ...forCt, examType: 'x' }] })).toBe(400);
    expect(await put({ layouts: [], padding: 'x'.repeat(8 * 1024) })).toBe(413);
    expect(await client.call(viewerSettings, {})).toEqual({ layouts: [] });
  });

  it('of another form, as of a later version, count as none', async () => {
    const { client } = testApp.fixtures.doctors.denied;
    await testApp.superuser.query(`UPDATE users SET viewer_settings = '{"layouts": "all"}'`);
    expect(await client.call(viewerSettings, {})).toEqual({ layouts: [] });
  });
});
