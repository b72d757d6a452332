import * as z from 'zod';
import type { VaultSettings } from '../config/key-source.ts';
import { callKeyService } from './call-key-service.ts';
import { KeySourceError } from './key-source-error.ts';
import type { KeyWrapper } from './key-wrapper.ts';

const encrypted = z.object({ data: z.object({ ciphertext: z.string().min(1) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.string().min(1) }) });

/** Wraps keys with a key of Vault's transit engine (its HTTP API, version 1). */
export function createVaultWrapper({ engine, keyName, token }: VaultSettings): KeyWrapper {
  const service = `Vault at ${engine.origin}`;
  const call = async (action: 'encrypt' | 'decrypt', fields: Record<string, string>) =>
    await callKeyService({
      service,
      ifRefused: `Check VAULT_TOKEN and the path: its policy must allow update of ${engine.pathname.slice(1)}/${action}/${keyName}.`,
      request: {
        method: 'POST',
        url: new URL(`/v1${engine.pathname}/${action}/${keyName}`, engine),
        headers: { 'content-type': 'application/json', 'x-vault-token': token },
        body: JSON.stringify(fields),
      },
    });
  return {
    async wrap(key) {
      return parse(encrypted, await call('encrypt', { plaintext: key.toString('base64') })).data.ciphertext;
    },
    async unwrap(wrapped) {
      return Buffer.from(parse(decrypted, await call('decrypt', { ciphertext: wrapped })).data.plaintext, 'base64');
    },
  };

  function parse<T>(shape: z.ZodType<T>, answer: unknown): T {
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new KeySourceError(`${service} did not answer as the transit engine does. Check the address.`);
  }
}
