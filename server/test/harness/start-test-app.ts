import { inject } from 'vitest';
import type { Config } from '../../src/platform/config/config.ts';
import { copyAdminPasskey } from '../factors/admin-passkey.ts';
import { copyFixtures, createFixtures, type Fixtures } from './fixtures.ts';
import { quietJobs } from './quiet-jobs.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestAppSnapshot } from './test-app.ts';
import { waitForJobs } from './wait-for-jobs.ts';

export { adminLogin, racingConnections, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** A test app with the named fixtures. */
export interface TestAppWithFixtures extends TestApp {
  fixtures: Fixtures;
}

interface FixtureSnapshot {
  fixtures: Fixtures;
  snapshot: TestAppSnapshot;
  config: Config;
}

/** One per process: creating the fixtures takes ten times as long as copying their records and files. */
let snapshotPromise: Promise<FixtureSnapshot> | undefined;

async function createSnapshot(options: TestAppOptions = {}): Promise<FixtureSnapshot> {
  const testApp = await startTestApp({ ...options, folder: inject('sharedFolder') });
  const fixtures = await createFixtures(testApp);
  await waitForJobs(testApp); // or each copy would start with them
  const clockTime = testApp.clock.now();
  const template = await testApp.detach();
  return { fixtures, snapshot: { template, folder: testApp.folder, clockTime }, config: testApp.config };
}

function shareSnapshot(): Promise<FixtureSnapshot> {
  snapshotPromise ??= createSnapshot();
  return snapshotPromise;
}

/**
 * False for another file storage, another public URL or another cleanup interval: then the fixtures are created again.
 */
const canShareSnapshot = ({ environment = {}, overrides: { jobs = quietJobs } = {} }: TestAppOptions) =>
  !('STORAGE_URL' in environment || 'PUBLIC_URL' in environment) && jobs.cleanupEveryMs === quietJobs.cleanupEveryMs;

/**
 * Starts the portal with two centers, each with a patient and an exam, and doctors in every state. They were approved
 * without a payment provider, with which a doctor's access begins with a payment.
 */
export async function startTestAppWithFixtures(options: TestAppOptions = {}): Promise<TestAppWithFixtures> {
  const { PAYMENTS_URL: provider, ...environment } = options.environment ?? {};
  if (!canShareSnapshot(options) && provider === undefined) {
    const testApp = await startTestApp(options);
    return Object.assign(testApp, { fixtures: await createFixtures(testApp) });
  }
  const { fixtures, snapshot, config } = await (canShareSnapshot(options)
    ? shareSnapshot()
    : createSnapshot({ ...options, environment }));
  const testApp = await startTestApp(options, snapshot);
  copyAdminPasskey(config, testApp.config);
  return Object.assign(testApp, { fixtures: copyFixtures(testApp, fixtures) });
}
