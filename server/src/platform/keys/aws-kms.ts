import * as z from 'zod';
import type { AwsKmsSettings } from '../config/key-source.ts';
import { signAwsRequest } from '../outbound/sign-aws-request.ts';
import { callKeyService } from './call-key-service.ts';
import { KeySourceError } from './key-source-error.ts';
import type { KeyWrapper } from './key-wrapper.ts';

const encrypted = z.object({ CiphertextBlob: z.string().min(1) });
const decrypted = z.object({ Plaintext: z.string().min(1) });

/** Authenticated by KMS with the ciphertext: what another program wrapped with the same key does not unwrap. */
const context = { application: 'MedCloud', content: 'master key' };

/** Wraps keys with AWS KMS (Encrypt and Decrypt of the JSON protocol, Signature Version 4). */
export function createAwsKmsWrapper(settings: AwsKmsSettings, now: () => Date): KeyWrapper {
  const { keyId, endpoint, sessionToken } = settings;
  const service = `AWS KMS at ${endpoint.origin}`;
  const call = async (action: 'Encrypt' | 'Decrypt', fields: Record<string, string>) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${action}`,
      ...(sessionToken === null ? {} : { 'x-amz-security-token': sessionToken }),
    };
    const body = JSON.stringify({ KeyId: keyId, EncryptionContext: context, ...fields });
    const request = { method: 'POST', endpoint, path: '/', query: {}, headers, body } as const;
    return await callKeyService({
      service,
      ifRefused: `Check that ${keyId} exists and is enabled, and that the credentials may call kms:${action} with it.`,
      request: { method: 'POST', ...signAwsRequest(request, 'kms', settings, now()), body },
    });
  };
  return {
    async wrap(key) {
      return parse(encrypted, await call('Encrypt', { Plaintext: key.toString('base64') })).CiphertextBlob;
    },
    async unwrap(wrapped) {
      return Buffer.from(parse(decrypted, await call('Decrypt', { CiphertextBlob: wrapped })).Plaintext, 'base64');
    },
  };

  function parse<T>(shape: z.ZodType<T>, answer: unknown): T {
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new KeySourceError(`${service} did not answer as KMS does. Check the endpoint.`);
  }
}
