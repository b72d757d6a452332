import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

/** A stand-in for Vault with its transit engine at `transit` and one key, `medcloud`. */
export interface Vault {
  origin: string;
  token: string;
  /** Paths of the calls that were answered. */
  calls: string[];
  /** True: every call is answered as by a Vault that is locked. */
  isLocked: boolean;
  close(): Promise<void>;
}

const bodyShape = z.object({ plaintext: z.string().optional(), ciphertext: z.string().optional() });

export async function startVault(): Promise<Vault> {
  const key = randomBytes(32);
  const vault: Vault = {
    ...{ origin: '', token: `hvs.${randomBytes(12).toString('hex')}`, calls: [], isLocked: false },
    close: async () => undefined,
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const answer = (status: number, json: object) => response.writeHead(status).end(JSON.stringify(json));
    if (vault.isLocked) return answer(503, { errors: ['Vault is sealed'] });
    if (request.headers['x-vault-token'] !== vault.token) return answer(403, { errors: ['permission denied'] });
    const { plaintext = '', ciphertext = '' } = bodyShape.parse(JSON.parse(body));
    vault.calls.push(request.url ?? '');
    if (request.url === '/v1/transit/encrypt/medcloud')
      return answer(200, { data: { ciphertext: encrypt(key, plaintext), key_version: 1 } });
    if (request.url !== '/v1/transit/decrypt/medcloud') return answer(404, { errors: [] });
    const decrypted = decrypt(key, ciphertext);
    return decrypted === null
      ? answer(400, { errors: ['cipher: message authentication failed'] })
      : answer(200, { data: { plaintext: decrypted } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vault.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vault.close = async () => {
    server.close();
    await once(server, 'close');
  };
  return vault;
}

function encrypt(key: Buffer, plaintext: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const encrypted = Buffer.concat([cipher.update(Buffer.from(plaintext, 'base64')), cipher.final()]);
  return `vault:v1:${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')}`;
}

function decrypt(key: Buffer, ciphertext: string): string | null {
  const bytes = Buffer.from(ciphertext.replace(/^vault:v1:/, ''), 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('base64');
  } catch {
    return null;
  }
}
