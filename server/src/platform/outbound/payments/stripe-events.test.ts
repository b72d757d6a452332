import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openStripe } from './stripe-driver.ts';

const webhookSecret = 'whsec_right';
const now = new Date('2026-11-28T10:00:00Z');
const body = JSON.stringify({
  ...{ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', created: 1_795_000_000, livemode: false },
  data: { object: { id: 'pi_1', object: 'payment_intent' } },
});
const driver = openStripe({
  ...{ driver: 'stripe', secretKey: 'sk_test_x', webhookSecret, isLive: false, api: null, portal: null },
});
const sign = (payload: string, { secret = webhookSecret, offsetSeconds = 0, scheme = 'v1' } = {}) => {
  const time = Math.floor(now.getTime() / 1_000) + offsetSeconds;
  return `t=${time},${scheme}=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
};
const read = (payload: string, signature: string | undefined) => driver.readEvent(Buffer.from(payload), signature, now);

describe('events of Stripe', () => {
  it('are read from bytes that it signed within five minutes', async () => {
    for (const offsetSeconds of [0, -299, 299])
      expect(await read(body, sign(body, { offsetSeconds }))).toEqual({
        ...{ id: 'evt_1', type: 'payment_intent.succeeded', object: 'pi_1', isOurMode: true },
        createdAt: new Date(1_795_000_000_000),
      });
    const live = body.replace('"livemode":false', '"livemode":true');
    expect(await read(live, sign(live))).toMatchObject({ isOurMode: false });
  });

  it.each<[string, string, string | undefined]>([
    ['without a signature', body, undefined],
    ['with another body', body.replace('pi_1', 'pi_2'), sign(body)],
    ['with another secret', body, sign(body, { secret: 'whsec_wrong' })],
    ['without v1', body, sign(body, { scheme: 'v0' })],
    ['written again', JSON.stringify(JSON.parse(body), null, 1), sign(body)],
    ['ten minutes old', body, sign(body, { offsetSeconds: -600 })],
    ['ten minutes ahead', body, sign(body, { offsetSeconds: 600 })],
    ['without a time', body, sign(body).replace(/^t=\d+,/, '')],
    ['that is no JSON', 'x', sign('x')],
    ['that is empty', '', sign('')],
  ])('%s are refused', async (_, payload, signature) => {
    expect(await read(payload, signature)).toBeNull();
  });
});
