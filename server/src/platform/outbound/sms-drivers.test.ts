import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '../../../test/harness/wait-until.ts';
import { type SmsGateway, startSmsGateway } from '../../../test/services/sms-gateway.ts';
import { parseSmsUrl } from '../config/sms-url.ts';
import { systemClock } from '../time/clock.ts';
import { openGateways } from './open-gateways.ts';

const account = `AC${'0a'.repeat(16)}`;
const sms = { to: '+306900000001', text: 'Κωδικός "123456" & τέλος\nλ' };

let gateway: SmsGateway;
beforeEach(async () => {
  gateway = await startSmsGateway();
});
afterEach(() => gateway.close());

const open = (url: string) =>
  openGateways({ sms: parseSmsUrl(url, '/nowhere'), mail: { driver: 'file', folder: '/nowhere' } }, systemClock);
const dispatch = (signal = AbortSignal.timeout(240_000)) => ({
  id: '01990000-0000-7000-8000-000000000001',
  validSeconds: 598,
  signal,
});
const twilio = (from = '+302105550100') => open(`twilio://${account}:se%2Fcret@${from}?api=${gateway.origin}`);

describe('Twilio', () => {
  it('gets one signed POST with the number, the text and how long they are worth sending', async () => {
    await twilio().sendSms(sms, dispatch());
    const [call] = gateway.calls;
    expect(gateway.calls).toHaveLength(1);
    expect([call?.method, call?.path]).toEqual(['POST', `/2010-04-01/Accounts/${account}/Messages.json`]);
    expect(call?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`${account}:se/cret`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'i-twilio-idempotency-token': '01990000-0000-7000-8000-000000000001',
    });
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      To: sms.to,
      From: '+302105550100',
      Body: sms.text,
      ValidityPeriod: '598',
    });
  });

  it('sends by a messaging service, or under a name', async () => {
    const service = `MG${'1b'.repeat(16)}`;
    await twilio(service).sendSms(sms, dispatch());
    await twilio('MedCloud%20GR').sendSms(sms, { ...dispatch(), validSeconds: 200_000 });
    const forms = gateway.calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(forms[0]).toMatchObject({ MessagingServiceSid: service });
    expect(forms[1]).toMatchObject({ From: 'MedCloud GR', ValidityPeriod: '36000' });
  });

  it.each([
    [400, '{"code":21211,"message":"+306900000001 is not valid"}', 'refused', 'twilio_21211'],
    [401, '{"code":20003}', 'not-sent', 'twilio_20003'],
    [404, '{"code":20404}', 'not-sent', 'twilio_20404'],
    [429, '{"code":20429}', 'not-sent', 'twilio_20429'],
    [503, 'busy', 'not-sent', 'http_503'],
    [500, '{"code":20500}', 'unknown', 'twilio_20500'],
    [502, '<html>', 'unknown', 'http_502'],
    [302, '', 'not-sent', 'http_302'],
  ])('by status %i says %s: %s, %s', async (status, body, verdict, code) => {
    gateway.nextResponse = { status, body };
    const error: unknown = await twilio()
      .sendSms(sms, dispatch())
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'GatewayError', verdict, code });
    // the gateway may repeat the number: nothing of it may reach a log
    expect(String(error)).not.toContain('6900000001');
  });

  it('knows the end of no message whose line broke, or that was never answered, after it was handed over', async () => {
    gateway.nextResponse = 'drop';
    await expect(twilio().sendSms(sms, dispatch())).rejects.toMatchObject({ verdict: 'unknown' });
    gateway.nextResponse = 'hang';
    const time = new AbortController();
    const unanswered = expect(twilio().sendSms(sms, dispatch(time.signal))).rejects.toMatchObject({
      verdict: 'unknown',
      code: 'timeout',
    });
    await waitUntil(() => gateway.calls.length === 2);
    time.abort();
    await unanswered;
  });

  it('knows that nothing went where nobody listens', async () => {
    const closed = twilio();
    await gateway.close();
    await expect(closed.sendSms(sms, dispatch())).rejects.toMatchObject({ verdict: 'not-sent', code: 'econnrefused' });
  });

  it('shows its credentials when it is looked at, and sends nothing', async () => {
    gateway.nextResponse = { status: 200, body: '{}' };
    const reach = await twilio().probeSms(dispatch().signal);
    expect(reach).toEqual({ driver: 'twilio', where: new URL(gateway.origin).host, delivers: true });
    expect(gateway.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /2010-04-01/Accounts/${account}.json`,
    ]);
    gateway.nextResponse = { status: 401, body: '{"code":20003}' };
    await expect(twilio().probeSms(dispatch().signal)).rejects.toMatchObject({ code: 'twilio_20003' });
  });
});

describe('another gateway', () => {
  it('gets JSON by POST where nothing else is said, with the message’s id as its key', async () => {
    await open(`${gateway.origin.replace('//', '//user:pa%20ss@')}/v1/sms?channel=a+b`).sendSms(sms, dispatch());
    const [call] = gateway.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/sms?channel=a+b' });
    expect(JSON.parse(call?.body ?? '')).toEqual({ to: sms.to, text: sms.text, id: dispatch().id });
    expect(call?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('user:pa ss').toString('base64')}`,
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': dispatch().id,
    });
  });

  it('gets what its address says', async () => {
    await open(`${gateway.origin}/send?key=K1&to={to}&text={text}&ttl={seconds}`).sendSms(sms, dispatch());
    const [call] = gateway.calls;
    const url = new URL(call?.path ?? '', gateway.origin);
    expect(call?.method).toBe('GET');
    expect(Object.fromEntries(url.searchParams)).toEqual({ key: 'K1', to: sms.to, text: sms.text, ttl: '598' });
  });

  it('gets a body and headers of its own making', async () => {
    const body = encodeURIComponent('{"recipients":["{to}"],"content":{"body":"{text}"},"ref":"{id}"}');
    await open(`${gateway.origin}/m#bearer=T1&header=X-Sender:Med%20Cloud&body=${body}`).sendSms(sms, dispatch());
    const form = encodeURIComponent('phone={to}&msg={text}');
    await open(`${gateway.origin}/f#body=${form}`).sendSms(sms, dispatch());
    const [json, posted] = gateway.calls;
    expect(JSON.parse(json?.body ?? '')).toEqual({
      recipients: [sms.to],
      content: { body: sms.text },
      ref: dispatch().id,
    });
    expect(json?.headers).toMatchObject({ authorization: 'Bearer T1', 'x-sender': 'Med Cloud' });
    expect(Object.fromEntries(new URLSearchParams(posted?.body))).toEqual({ phone: sms.to, msg: sms.text });
  });

  it('is believed to know a key only where the operator says so', () => {
    expect(open(`${gateway.origin}/m`).deduplicates.sms).toBe(false);
    expect(open(`${gateway.origin}/m#deduplicates=yes`).deduplicates.sms).toBe(true);
    expect(twilio().deduplicates.sms).toBe(false);
  });

  it('is not followed to another address', async () => {
    const elsewhere = await startSmsGateway();
    const moved = createServer((_, response) => response.writeHead(307, { location: `${elsewhere.origin}/m` }).end());
    await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      moved.close();
      await elsewhere.close();
    });
    const address = moved.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(open(`http://127.0.0.1:${port}/m`).sendSms(sms, dispatch())).rejects.toMatchObject({
      code: 'http_307',
    });
    expect(elsewhere.calls).toEqual([]);
  });

  it('is looked at without a message', async () => {
    const reach = await open(`${gateway.origin}/send?key=K1&to={to}&text={text}`).probeSms(dispatch().signal);
    expect(reach).toEqual({ driver: 'https', where: new URL(gateway.origin).host, delivers: true });
    expect(gateway.calls).toEqual([]);
    const { origin } = gateway;
    await gateway.close();
    await expect(open(`${origin}/m`).probeSms(dispatch().signal)).rejects.toMatchObject({ code: 'econnrefused' });
  });
});
