import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type StoredLine } from '../../src/domain/audit/anchors/places.ts';
import { parseAnchors } from '../../src/platform/config/anchor-urls.ts';
import { systemRandom } from '../../src/platform/ids/random.ts';
import { createKeyWrapper } from '../../src/platform/keys/create-key-wrapper.ts';
import { sha256Hex, signAwsRequest } from '../../src/platform/outbound/sign-aws-request.ts';
import { type Moto, motoPath, startMoto } from '../services/moto.ts';

const region = 'eu-central-1';
const getSignal = () => AbortSignal.timeout(60_000);
const clock = { now: () => new Date() };

/** S3 with object lock, and AWS KMS, of other authors: `npm run interop trust`. */
describe.skipIf(motoPath === null)('moto', () => {
  let moto: Moto;
  beforeAll(async () => {
    moto = await startMoto();
  });
  afterAll(() => moto.close());

  const open = (secretKey = moto.secretKey) => {
    const credentials = `${moto.accessKey}:${encodeURIComponent(secretKey)}`;
    // no prefix: Moto refuses every signature of a listing that has a slash, boto3's too
    const text = `s3://${credentials}@trail?region=${region}&endpoint=${moto.origin}&days=30`;
    const [settings] = parseAnchors(text, { mailTo: null }).remote;
    if (settings === undefined) throw new Error('AUDIT_ANCHORS names no place.');
    return openPlace(settings, { clock, random: systemRandom, publicUrl: new URL('https://portal.example') });
  };
  const checkpoint = (number: number) => ({
    ...{ number, seq: number * 10, hash: 'ab'.repeat(32), at: clock.now().toISOString() },
    ...{ previous: '', signature: '' },
  });
  const keep = async (number: number, line: string, place = open()) =>
    await place.keep(checkpoint(number), line, getSignal());
  const listAll = async (): Promise<StoredLine[]> => {
    const pages = open().list?.({ getSignal, findLines: async () => new Map() }) ?? [];
    return (await Array.fromAsync(pages)).flat();
  };
  /** Sends a signed call to the bucket. */
  const send = async (method: 'DELETE' | 'GET', key: string, query: Record<string, string>, more = {}) => {
    const headers = { 'x-amz-content-sha256': sha256Hex(''), ...more };
    const request = { method, endpoint: new URL(moto.origin), path: `/trail${key}`, query, headers, body: null };
    const signed = signAwsRequest(request, 's3', { ...moto, region }, clock.now());
    const response = await fetch(signed.url, { method, headers: signed.headers });
    return { status: response.status, text: await response.text() };
  };

  it('keeps an anchor that nobody can delete or replace', async () => {
    await keep(1, 'the first line');
    await keep(2, 'the second line');
    const lines = [
      { number: 2, line: 'the second line' },
      { number: 1, line: 'the first line' },
    ];
    expect(await listAll()).toEqual(lines);
    const { text } = await send('GET', '', { versions: '' });
    const [key = '', versionId = ''] = ['Key', 'VersionId'].map(
      (name) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1],
    );
    const bypass = { 'x-amz-bypass-governance-retention': 'true' };
    for (const headers of [{}, bypass]) {
      const refused = await send('DELETE', `/${key}`, { versionId }, headers);
      expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('<Code>AccessDenied</Code>') });
    }
    // a marker of deletion and a new version hide nothing
    expect((await send('DELETE', `/${key}`, {})).status).toBe(204);
    expect(await listAll()).toEqual(lines);
    await keep(2, 'another line');
    expect(await listAll()).toEqual([{ number: 2, line: 'another line' }, ...lines]);
  });

  it('accepts no call that is signed with another secret', async () => {
    await expect(keep(3, 'a line', open('another secret'))).rejects.toThrow(/not handed over/);
    expect((await listAll()).map(({ number }) => number)).not.toContain(3);
  });

  it('wraps the master key with KMS, which unwraps it and nothing that was changed', async () => {
    const settings = { kind: 'awskms', keyId: moto.keyId, region, endpoint: new URL(moto.origin) } as const;
    const { accessKey, secretKey } = moto;
    const wrapper = createKeyWrapper({ ...settings, accessKey, secretKey, sessionToken: null }, clock.now);
    const key = Buffer.alloc(32, 7);
    const wrapped = await wrapper.wrap(key);
    expect(wrapped).not.toContain(key.toString('base64'));
    expect(await wrapper.unwrap(wrapped)).toEqual(key);
    const changed = Buffer.from(wrapped, 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await expect(wrapper.unwrap(changed.toString('base64'))).rejects.toThrow(/KMS/);
    const stranger = createKeyWrapper({ ...settings, accessKey, secretKey: 'x', sessionToken: null }, clock.now);
    await expect(stranger.unwrap(wrapped)).rejects.toThrow(/KMS/);
  });
});
