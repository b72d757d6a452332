import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { type DoctorFixture, signupForm } from '@medcloud/server/test/harness/fixtures.ts';
import * as z from 'zod';
import type { Program } from './start-program.ts';

const pendingShape = z.array(z.object({ id: z.string(), userId: z.string() }));

/**
 * Signs a doctor up, approves and signs in. Unlike the tests' `createDoctor` it reads only the fields that it needs, so
 * it works with a program whose replies lack newer fields.
 */
export async function createBenchDoctor(program: Program, admin: Client): Promise<DoctorFixture> {
  const form = signupForm('bench');
  await expectOk(program.anonymous.json('POST', routes.auth.doctorSignup.path, form));
  const pending = await expectOk(admin.raw('GET', routes.admin.pendingDoctors.path));
  const [application] = pendingShape.parse(await pending.json());
  if (application === undefined) throw new Error('The application is not pending.');
  await expectOk(admin.json('POST', routes.admin.approveDoctor.path.replace('{id}', application.id), {}));
  const client = new Client(program.origin, program.config);
  const { email, password } = form;
  await client.signIn(routes.auth.doctorLogin.path, { email, password });
  return { client, ...application, email, password };
}

async function expectOk(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  if (!response.ok) throw new Error(`A request failed: ${response.status} ${await response.text()}`);
  return response;
}
