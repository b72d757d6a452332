import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashAnchorLine } from '../../src/domain/audit/anchors/anchor.ts';
import { requestTimestamp } from '../../src/platform/outbound/timestamp/request-timestamp.ts';

/** A time-stamping authority whose tokens OpenSSL makes and verifies. */
let server: Server;
let folder: string;

const openssl = (args: string) =>
  execFileSync('openssl', args.split(' '), { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const config = `[tsa]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medcloud-tsa-'));
  await writeFile(join(folder, 'tsa.cnf'), config);
  await writeFile(join(folder, 'serial'), '01');
  openssl(
    'req -x509 -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.pem -days 2 -subj /CN=tsa -addext extendedKeyUsage=critical,timeStamping',
  );
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    await writeFile(join(folder, 'query'), Buffer.concat(chunks));
    openssl('ts -reply -config tsa.cnf -section tsa -queryfile query -signer tsa.pem -inkey tsa.key -out reply');
    response.end(await readFile(join(folder, 'reply')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

it('gets a token of an OpenSSL authority that OpenSSL verifies, and that fails for another line', async () => {
  const { port } = server.address() as AddressInfo;
  const line = '{"number":1}';
  const nonce = Buffer.from('00ff00aa00', 'hex');
  const signal = AbortSignal.timeout(240_000);
  const { token, at } = await requestTimestamp(
    new URL(`http://127.0.0.1:${port}`),
    hashAnchorLine(line),
    nonce,
    signal,
  );
  expect(at.getTime()).toBeGreaterThan(0);
  await writeFile(join(folder, 'token'), token);
  await writeFile(join(folder, 'line'), line);
  await writeFile(join(folder, 'other'), `${line} `);
  openssl('ts -verify -in token -token_in -data line -CAfile tsa.pem');
  expect(() => openssl('ts -verify -in token -token_in -data other -CAfile tsa.pem')).toThrow();
});
