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

describe('twilioSms', () => {
  it('sends one authenticated POST with number, text and validity period', async () => {
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

  it('sends through a messaging service or with a sender name', async () => {
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
  ])('translates status %i with body %s to %s, %s', async (status, body, verdict, code) => {
    gateway.nextResponse = { status, body };
    const error: unknown = await twilio()
      .sendSms(sms, dispatch())
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'GatewayError', verdict, code });
    // The gateway may repeat the number, which must not reach a log.
    expect(String(error)).not.toContain('6900000001');
  });

  it('throws unknown if the connection breaks or times out after the message was handed over', async () => {
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

  it('throws not-sent if the connection is refused', async () => {
    const closed = twilio();
    await gateway.close();
    await expect(closed.sendSms(sms, dispatch())).rejects.toMatchObject({ verdict: 'not-sent', code: 'econnrefused' });
  });

  it('probes with its credentials and sends no message', async () => {
    gateway.nextResponse = { status: 200, body: '{}' };
    const probe = await twilio().probeSms(dispatch().signal);
    expect(probe).toEqual({ driver: 'twilio', where: new URL(gateway.origin).host, canDeliver: true });
    expect(gateway.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /2010-04-01/Accounts/${account}.json`,
    ]);
    gateway.nextResponse = { status: 401, body: '{"code":20003}' };
    await expect(twilio().probeSms(dispatch().signal)).rejects.toMatchObject({ code: 'twilio_20003' });
  });
});

describe('webSms', () => {
  it('sends JSON by POST by default, with the message’s id as idempotency key', async () => {
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

  it('sends a GET request if the address has all placeholders', async () => {
    await open(`${gateway.origin}/send?key=K1&to={to}&text={text}&ttl={seconds}`).sendSms(sms, dispatch());
    const [call] = gateway.calls;
    const url = new URL(call?.path ?? '', gateway.origin);
    expect(call?.method).toBe('GET');
    expect(Object.fromEntries(url.searchParams)).toEqual({ key: 'K1', to: sms.to, text: sms.text, ttl: '598' });
  });

  it('sends the configured body and headers', async () => {
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

  it('deduplicates only if the operator sets the option', () => {
    expect(open(`${gateway.origin}/m`).canDeduplicate.sms).toBe(false);
    expect(open(`${gateway.origin}/m#deduplicates=yes`).canDeduplicate.sms).toBe(true);
    expect(twilio().canDeduplicate.sms).toBe(false);
  });

  it('does not follow redirects', async () => {
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

  it('probes the connection without a request', async () => {
    const probe = await open(`${gateway.origin}/send?key=K1&to={to}&text={text}`).probeSms(dispatch().signal);
    expect(probe).toEqual({ driver: 'https', where: new URL(gateway.origin).host, canDeliver: true });
    expect(gateway.calls).toEqual([]);
    const { origin } = gateway;
    await gateway.close();
    await expect(open(`${origin}/m`).probeSms(dispatch().signal)).rejects.toMatchObject({ code: 'econnrefused' });
  });
});
