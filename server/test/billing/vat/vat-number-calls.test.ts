import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVies } from '../../../src/platform/outbound/vies/check-vat-number.ts';
import { startViesServer, type ViesFault, type ViesServer } from '../../stand-ins/vies.ts';

const vat = { country: 'GR', number: '094014201' };
const asker = { country: 'FI', number: '12345678' };

describe('openVies', () => {
  let vies: ViesServer;
  beforeAll(async () => {
    vies = await startViesServer();
    vies.valid.add('EL094014201');
  });
  afterAll(() => vies.close());
  const check = (fault?: ViesFault) => {
    if (fault) vies.faults.push(fault);
    return openVies(vies.address)(vat, asker, AbortSignal.timeout(30_000));
  };

  it('sends both numbers and nothing else, and returns the consultation number', async () => {
    expect(await check()).toEqual({ state: 'valid', proof: expect.stringMatching(/^WAPI/) });
    expect(vies.calls).toEqual([
      { countryCode: 'EL', vatNumber: '094014201', requesterMemberStateCode: 'FI', requesterNumber: '12345678' },
    ]);
    const other = await openVies(vies.address)(
      { country: 'DE', number: '123456789' },
      asker,
      AbortSignal.timeout(30_000),
    );
    expect(other).toEqual({ state: 'invalid', proof: null });
  });

  it('asks without the asker where VIES does not know it', async () => {
    vies.faults.push('asker', 'asker');
    expect(await check()).toEqual({ state: 'valid', proof: null });
  });

  it.each<[ViesFault, string, string]>([
    ['down', 'not-sent', 'http_503'],
    ['member', 'not-sent', 'ms_unavailable'],
    ['hang-up', 'unknown', 'econnreset'],
    ['garbage', 'unknown', 'unreadable_answer'],
    ['huge', 'unknown', 'unreadable_answer'],
    ['other-number', 'unknown', 'unreadable_answer'],
    ['redirect', 'not-sent', 'http_302'],
  ])('has no answer after %s', async (fault, verdict, code) => {
    await expect(check(fault)).rejects.toMatchObject({ verdict, code });
  });
});
