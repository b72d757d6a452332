import { routes } from '@medcloud/contract';
import { expect, it } from 'vitest';
import { createDoctor, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp } from '../harness/start-test-app.ts';

const environment = { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' };

it('mails the owner of an account, on https, that a browser signed in which was not used for it before', async () => {
  await using stack = new AsyncDisposableStack();
  const testApp = await startTestApp({ environment });
  stack.defer(() => testApp.close());
  const { email, password } = await createDoctor(testApp, await signInAdmin(testApp), 'browsing');
  const mails = async () =>
    (await testApp.outbox.mail()).filter(({ to, subject }) => to === email && subject.startsWith('Νέα σύνδεση'));
  expect(await mails(), 'the first sign-in of all').toEqual([]);
  const signIn = async (device?: string) => {
    const response = await testApp.anonymous.json(
      'POST',
      routes.auth.doctorLogin.path,
      { email, password },
      {
        headers: {
          'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
          'x-forwarded-for': '198.51.100.7',
          ...(device === undefined ? {} : { cookie: device }),
        },
      },
    );
    expect(response.status).toBe(200);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    return cookies.find((cookie) => cookie.includes('mc_device'));
  };
  const device = await signIn();
  await expect
    .poll(async () => (await mails()).map(({ text }) => text))
    .toEqual([expect.stringContaining('Firefox, Windows, από το δίκτυο 198.51.100.0/24')]);
  await signIn(device);
  await signIn();
  await expect.poll(async () => (await mails()).length).toBe(2);
});
