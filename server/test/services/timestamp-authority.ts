import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { derTags, findDer, readDer, writeDer } from '../../src/platform/outbound/timestamp/der.ts';

/** A stand-in for a time-stamping authority (RFC 3161): its tokens have the right form, and no signature. */
export interface TimestampAuthority {
  origin: string;
  close(): Promise<void>;
}

export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(grant(Buffer.concat(chunks)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Creates the response that grants a request: its hash and nonce, with a fixed time. */
export function grant(request: Buffer): Buffer {
  const { sequence, integer, octets, oid, time } = derTags;
  const explicit = 0xa0;
  const [version, imprint, nonce] = readDer(findDer(request, [0], sequence).content);
  if (!version || !imprint || !nonce) throw new Error('No time-stamp request.');
  const policy = writeDer(oid, Buffer.from([42, 3]));
  const serial = writeDer(integer, Buffer.from([7]));
  const at = writeDer(time, Buffer.from('20261124020304.5Z'));
  const info = writeDer(sequence, version.bytes, policy, imprint.bytes, serial, at, nonce.bytes);
  const content = writeDer(sequence, policy, writeDer(explicit, writeDer(octets, info)));
  const signedData = writeDer(sequence, version.bytes, writeDer(49), content);
  const token = writeDer(sequence, policy, writeDer(explicit, signedData));
  return writeDer(sequence, writeDer(sequence, writeDer(integer, Buffer.from([0]))), token);
}
