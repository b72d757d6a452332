import { freePort } from '../harness/start-standalone-app.ts';
import { findProgram, type RunningProgram, startProgram } from './program.ts';

/** Moto's server: S3 with object lock and KMS, by other authors. It verifies signatures (Signature Version 4). */
export interface Moto extends RunningProgram {
  accessKey: string;
  secretKey: string;
  /** ARN of a symmetric key. */
  keyId: string;
}

const region = 'eu-central-1';

export const motoPath = findProgram('moto_server');

/** Starts it with one user who may do everything, a bucket `trail` with object lock, and a key. Throws if it fails. */
export async function startMoto(): Promise<Moto> {
  const port = await freePort();
  const program = await startProgram(motoPath ?? 'moto_server', ['-H', '127.0.0.1', '-p', String(port)], port);
  const call = async (service: string, path: string, init: RequestInit) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=setup/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
    const response = await fetch(program.origin + path, { ...init, headers: { ...init.headers, authorization } });
    if (!response.ok) throw new Error(`Moto answered ${path} with ${response.status}: ${await response.text()}`);
    return await response.text();
  };
  const post = (fields: Record<string, string>) =>
    call('iam', '/', { method: 'POST', body: new URLSearchParams({ ...fields, Version: '2010-05-08' }) });
  const UserName = 'portal';
  await post({ Action: 'CreateUser', UserName });
  const keys = await post({ Action: 'CreateAccessKey', UserName });
  const statement = { Effect: 'Allow', Action: '*', Resource: '*' };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await post({ Action: 'PutUserPolicy', UserName, PolicyName: 'all', PolicyDocument: policy });
  await call('s3', '/trail', {
    method: 'PUT',
    headers: { 'x-amz-bucket-object-lock-enabled': 'true' },
    body: `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
  });
  const headers = { 'x-amz-target': 'TrentService.CreateKey', 'content-type': 'application/x-amz-json-1.1' };
  const key = await call('kms', '/', { method: 'POST', headers, body: '{}' });
  // from now on only signed calls
  await call('iam', '/moto-api/reset-auth', { method: 'POST', body: '0' });
  return {
    ...program,
    accessKey: elementOf(keys, 'AccessKeyId'),
    secretKey: elementOf(keys, 'SecretAccessKey'),
    keyId: /"Arn": ?"([^"]+)"/.exec(key)?.[1] ?? '',
  };
}

const elementOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? '';
