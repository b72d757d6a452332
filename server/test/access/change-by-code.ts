import { routes } from '@medcloud/contract';
import type { CallInput } from '@medcloud/contract/route';
import { expect } from 'vitest';
import { codeIn } from '../harness/outbox.ts';
import type { TestApp } from '../harness/start-test-app.ts';

const { change } = routes.patientAccess;

/** Changes a grant in a way that needs the code from the phone. */
export async function changeByCode(
  { anonymous, outbox }: Pick<TestApp, 'anonymous' | 'outbox'>,
  phone: string,
  body: CallInput<typeof change>['body'],
) {
  const before = await outbox.countSms(phone);
  expect((await anonymous.json('POST', change.path, body)).status).toBe(403);
  const code = codeIn((await outbox.nextSms(phone, before)).text);
  return await anonymous.call(change, { body: { ...body, code } });
}
