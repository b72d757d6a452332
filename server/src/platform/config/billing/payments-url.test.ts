import { describe, expect, it } from 'vitest';
import { parsePaymentsUrl } from './payments-url.ts';

const test = 'stripe://sk_test_abc:whsec_def@stripe';

describe('PAYMENTS_URL', () => {
  it('is off if unset, and takes key and secret', () => {
    expect(parsePaymentsUrl(undefined, 'production')).toBeNull();
    expect(parsePaymentsUrl(test, 'evaluation')).toEqual({
      ...{ driver: 'stripe', secretKey: 'sk_test_abc', webhookSecret: 'whsec_def', isLive: false, api: null },
      portal: null,
    });
    const options = `${test}?api=http://127.0.0.1:9&portal=bpc_1`;
    expect(parsePaymentsUrl(options, 'evaluation')).toMatchObject({
      api: new URL('http://127.0.0.1:9'),
      portal: 'bpc_1',
    });
    expect(parsePaymentsUrl('stripe://sk_live_a:whsec_b@stripe', 'production')).toMatchObject({ isLive: true });
  });

  it.each([
    ['viva://client:secret@source', /Viva is not built/],
    ['https://stripe.com', /must begin with stripe:/],
    ['stripe://pk_test_abc:whsec_def@stripe', /begins with sk_test_/],
    ['stripe://sk_test_abc@stripe', /whsec_… *, is missing|whsec_/],
    ['stripe://sk_test_abc:whsec_def@example.com', /the host is the word stripe/],
    ['stripe://sk_live_abc:whsec_def@stripe', /a live key moves real money/],
    [`${test}?api=https://example.com`, /address on this machine/],
    [`${test}?portal=x`, /bpc_/],
    [`${test}?extra=1`, /no option extra/],
  ])('refuses %s with a sentence that holds no secret', (text, sentence) => {
    const parse = () => parsePaymentsUrl(text, 'evaluation');
    expect(parse).toThrow(sentence);
    expect(parse).not.toThrow(/abc|def@/);
  });
});
