import { describe, expect, it } from 'vitest';
import { formatReceived } from './format-received.ts';

describe('formatReceived', () => {
  it.each([
    [48_000, 'USD', 'en', '480.00\u00a0USD'],
    [48_000, 'USD', 'el', '480,00\u00a0USD'],
    [78_000, 'JPY', 'en', '78,000\u00a0JPY'],
    [181_440, 'BHD', 'en', '181.440\u00a0BHD'],
    [100, 'ISK', 'en', '1.00\u00a0ISK'],
  ] as const)('words %s of %s in %s', (units, currency, language, text) => {
    expect(formatReceived(units, currency, language)).toBe(text);
  });
});
