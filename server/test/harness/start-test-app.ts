import { inject } from 'vitest';
import { copyFixtures, createFixtures, type Fixtures } from './fixtures.ts';
import { quietJobs } from './quiet-jobs.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestAppSnapshot } from './test-app.ts';

export { adminLogin, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** A world with the named cast in it. */
export interface TestAppWithFixtures extends TestApp {
  fixtures: Fixtures;
}

interface FixtureSnapshot {
  fixtures: Fixtures;
  snapshot: TestAppSnapshot;
}

/** One a process: playing the cast takes ten times what copying its records and files does. */
let snapshotPromise: Promise<FixtureSnapshot> | undefined;

async function createSnapshot(): Promise<FixtureSnapshot> {
  const testApp = await startTestApp({ folder: inject('sharedFolder') });
  const fixtures = await createFixtures(testApp);
  const clockTime = testApp.clock.now();
  const template = await testApp.detach();
  return { fixtures, snapshot: { template, folder: testApp.folder, clockTime } };
}

/** Where the files lie elsewhere, the pages are reached otherwise, or the sweep has another rhythm in the records, the cast is played anew. */
const canShareSnapshot = ({ environment = {}, overrides: { jobs = quietJobs } = {} }: TestAppOptions) =>
  !('STORAGE_URL' in environment || 'PUBLIC_URL' in environment) && jobs.cleanupEveryMs === quietJobs.cleanupEveryMs;

/** The real portal with two centers, a patient and an exam each, and doctors in every state. */
export async function startTestAppWithFixtures(options: TestAppOptions = {}): Promise<TestAppWithFixtures> {
  if (!canShareSnapshot(options)) {
    const testApp = await startTestApp(options);
    return Object.assign(testApp, { fixtures: await createFixtures(testApp) });
  }
  snapshotPromise ??= createSnapshot();
  const { fixtures, snapshot } = await snapshotPromise;
  const testApp = await startTestApp(options, snapshot);
  return Object.assign(testApp, { fixtures: copyFixtures(testApp, fixtures) });
}
