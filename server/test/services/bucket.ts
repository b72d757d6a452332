import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for a bucket of S3 with versions and object lock. It does not check signatures. */
export interface Bucket {
  endpoint: string;
  /** Versions by key, the oldest first; null is a marker of deletion. */
  objects: Map<string, (string | null)[]>;
  /** Headers of the last PUT. */
  lastHeaders(): IncomingMessage['headers'];
  close(): Promise<void>;
}

/** Starts a bucket on 127.0.0.1 that answers PUT and GET of a version, and ListObjectVersions. */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, (string | null)[]>();
  let lastHeaders: IncomingMessage['headers'] = {};
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = url.pathname.split('/').slice(2).join('/');
    if (request.method === 'PUT') {
      lastHeaders = request.headers;
      const chunks: Buffer[] = await request.toArray();
      objects.set(key, [...(objects.get(key) ?? []), Buffer.concat(chunks).toString()]);
      return response.end();
    }
    if (key === '') return response.end(listVersions(objects, url.searchParams));
    const body = objects.get(key)?.[Number(url.searchParams.get('versionId'))];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    lastHeaders: () => lastHeaders,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function listVersions(objects: Bucket['objects'], query: URLSearchParams): string {
  const entries = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? ''))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, versions]) => versions.map((body, index) => ({ key, body, index })).reverse())
    .slice(0, Number(query.get('max-keys')));
  const elements = entries.map(({ key, body, index }) => {
    const name = body === null ? 'DeleteMarker' : 'Version';
    return `<${name}><Key>${key}</Key><VersionId>${index}</VersionId></${name}>`;
  });
  return `<?xml version="1.0"?><ListVersionsResult>${elements.join('')}</ListVersionsResult>`;
}
