import { routes } from '@medcloud/contract';
import { watchAlarms } from '../../src/domain/alarms/watch-alarms.ts';
import type { Client } from '../harness/client.ts';
import type { TestApp } from '../harness/start-test-app.ts';

/** Lets the rules count and mail, twice, and lists the open alarms. */
export async function listAlarms({ app, fixtures }: Pick<TestApp, 'app'> & { fixtures: { admin: Client } }) {
  await watchAlarms(app.context);
  await watchAlarms(app.context);
  return await fixtures.admin.call(routes.admin.alarmsToSee, {});
}
