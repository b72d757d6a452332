import { describe, expect, it } from 'vitest';
import { signAwsRequest } from './sign-aws-request.ts';

// The credentials and signatures of AWS's own test suite for Signature Version 4.
const credentials = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = new Date('2015-08-30T12:36:00Z');

describe('signAwsRequest', () => {
  it.each([
    ['GET', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['POST', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  ] as const)('signs a plain %s as the test suite of AWS does', (method, signature) => {
    const endpoint = new URL('https://example.amazonaws.com');
    const request = { method, endpoint, path: '/', query: {}, headers: {}, body: null };
    expect(signAwsRequest(request, 'service', credentials, now).headers.authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        `SignedHeaders=host;x-amz-date, Signature=${signature}`,
    );
  });
});
