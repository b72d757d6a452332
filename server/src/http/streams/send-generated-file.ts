import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileHeaders } from '../server/security-headers.ts';
import { sendStream } from './send-stream.ts';

interface GeneratedFile {
  name: string;
  mediaType: string;
  bytes: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Sends a file that is written while it is sent. HEAD gets its headers. A file that ends early closes the connection. */
export async function sendGeneratedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType, bytes }: GeneratedFile,
): Promise<unknown> {
  reply.headers({
    ...fileHeaders,
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${name}"`,
  });
  reply.hijack();
  for (const [header, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(header, value);
  reply.raw.writeHead(200);
  if (request.method === 'HEAD') return reply.raw.end();
  try {
    await sendStream(Readable.from(bytes()), (chunks) => chunks, reply.raw);
  } catch (error) {
    request.log.warn({ err: error, route: request.routeOptions.url }, 'an export ended early');
    reply.raw.destroy();
  }
  return reply;
}
