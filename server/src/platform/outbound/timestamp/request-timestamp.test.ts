import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { grant } from '../../../../test/services/timestamp-authority.ts';
import { createTimestampRequest, readTimestampResponse } from './request-timestamp.ts';

const hash = createHash('sha256').update('a checkpoint').digest();
const nonce = Buffer.from('0081ff', 'hex');
const response = grant(createTimestampRequest(hash, nonce));

describe('createTimestampRequest', () => {
  it('writes what OpenSSL writes for the same hash and nonce', () => {
    expect(createTimestampRequest(Buffer.alloc(32, 0xab), Buffer.from('81', 'hex')).toString('hex')).toBe(
      `303d0201013031300d060960864801650304020105000420${'ab'.repeat(32)}020200810101ff`,
    );
  });
});

describe('readTimestampResponse', () => {
  it('returns the token and its time', () => {
    const { token, at } = readTimestampResponse(response, hash, nonce);
    expect(at.toISOString()).toBe('2026-11-24T02:03:04.500Z');
    expect(response.includes(token)).toBe(true);
  });

  it('rejects a refusal, and a token for another hash or nonce', () => {
    const rejection = Buffer.from('30053003020102', 'hex');
    expect(() => readTimestampResponse(rejection, hash, nonce)).toThrow('refused');
    expect(() => readTimestampResponse(response, Buffer.alloc(32), nonce)).toThrow('another hash');
    expect(() => readTimestampResponse(response, hash, Buffer.from('7f', 'hex'))).toThrow('another request');
  });

  it('rejects a response that is cut off anywhere', () => {
    for (let end = 0; end < response.length; end += 1)
      expect(() => readTimestampResponse(response.subarray(0, end), hash, nonce)).toThrow();
  });
});
