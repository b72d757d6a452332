import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

/** A stand-in for AWS KMS with one symmetric key. It verifies signatures (Signature Version 4) and counts calls. */
export interface AwsKms {
  endpoint: string;
  keyId: string;
  accessKey: string;
  secretKey: string;
  /** Names of the calls that were answered. */
  calls: string[];
  /** While set, every call is answered with this status. */
  failWith: number | null;
  close(): Promise<void>;
}

const region = 'eu-central-1';
const callShape = z.object({
  KeyId: z.string(),
  EncryptionContext: z.record(z.string(), z.string()),
  Plaintext: z.string().optional(),
  CiphertextBlob: z.string().optional(),
});

export async function startAwsKms(): Promise<AwsKms> {
  const key = randomBytes(32);
  const kms: AwsKms = {
    ...{ endpoint: '', accessKey: 'AKIDTEST', secretKey: randomBytes(20).toString('hex') },
    ...{ keyId: `arn:aws:kms:${region}:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`, calls: [] },
    ...{ failWith: null, close: async () => undefined },
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const [status, answer] = respond(request, body);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  });
  const respond = (request: IncomingMessage, body: string): [number, object] => {
    if (kms.failWith !== null) return [kms.failWith, {}];
    if (!isSigned(request, body, kms)) return [400, { __type: 'InvalidSignatureException' }];
    const call = callShape.parse(JSON.parse(body));
    if (call.KeyId !== kms.keyId) return [400, { __type: 'NotFoundException' }];
    const context = Buffer.from(JSON.stringify(call.EncryptionContext));
    const action = String(request.headers['x-amz-target']);
    kms.calls.push(action);
    try {
      if (action === 'TrentService.Encrypt')
        return [200, { KeyId: kms.keyId, CiphertextBlob: encrypt(key, context, call.Plaintext ?? '') }];
      if (action === 'TrentService.Decrypt')
        return [200, { KeyId: kms.keyId, Plaintext: decrypt(key, context, call.CiphertextBlob ?? '') }];
      return [400, { __type: 'UnknownOperationException' }];
    } catch {
      return [400, { __type: 'InvalidCiphertextException' }];
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  kms.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  kms.close = async () => {
    server.close();
    await once(server, 'close');
  };
  return kms;
}

function encrypt(key: Buffer, context: Buffer, plaintext: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  const encrypted = Buffer.concat([cipher.update(Buffer.from(plaintext, 'base64')), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

function decrypt(key: Buffer, context: Buffer, ciphertext: string): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(context);
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('base64');
}

/** Computes the signature again from what arrived, as the service does. */
function isSigned({ method, url, headers }: IncomingMessage, body: string, { accessKey, secretKey }: AwsKms): boolean {
  const [, credential, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${region}/kms/aws4_request`;
  if (credential !== `${accessKey}/${scope}`) return false;
  if (!['host', 'x-amz-date', 'x-amz-target'].every((name) => names.split(';').includes(name))) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const [path, query = ''] = (url ?? '').split('?');
  const canonical = `${method}\n${path}\n${query}\n${lines.join('')}\n${names}\n${hash(body)}`;
  let key: Buffer = Buffer.from(`AWS4${secretKey}`);
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(canonical)}`;
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
