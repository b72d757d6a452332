import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for a bucket of S3 with versions and object lock. It does not check signatures. */
export interface Bucket {
  endpoint: string;
  /** Versions by key, the oldest first; null is a marker of deletion. */
  objects: Map<string, (string | null)[]>;
  /** Answers no request while true. */
  isDown: boolean;
  /** How many versions were read. */
  readCount: number;
  /** Headers of the last PUT. */
  lastHeaders(): IncomingMessage['headers'];
  close(): Promise<void>;
}

/**
 * Starts a bucket on 127.0.0.1 that answers PUT and GET of a version, and ListObjectVersions with `maxKeys` versions and
 * markers a page.
 */
export async function startBucket({ maxKeys = 1_000 }: { maxKeys?: number } = {}): Promise<Bucket> {
  const objects = new Map<string, (string | null)[]>();
  let lastHeaders: IncomingMessage['headers'] = {};
  const server = createServer(async (request, response) => {
    if (bucket.isDown) return response.destroy();
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = url.pathname.split('/').slice(2).join('/');
    if (request.method === 'PUT') {
      lastHeaders = request.headers;
      const chunks: Buffer[] = await request.toArray();
      objects.set(key, [...(objects.get(key) ?? []), Buffer.concat(chunks).toString()]);
      return response.end();
    }
    if (key === '') return response.end(listVersions(objects, url.searchParams, maxKeys));
    bucket.readCount += 1;
    const body = objects.get(key)?.[Number(url.searchParams.get('versionId'))];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bucket: Bucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    isDown: false,
    readCount: 0,
    lastHeaders: () => lastHeaders,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
  return bucket;
}

/** Lists versions after `key-marker` and `version-id-marker`, at most as many as `maxKeys`. */
function listVersions(objects: Bucket['objects'], query: URLSearchParams, maxKeys: number): string {
  const all = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? ''))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, versions]) => versions.map((body, index) => ({ key, body, index })).reverse());
  const start = all.findIndex(
    ({ key, index }) => key === query.get('key-marker') && String(index) === query.get('version-id-marker'),
  );
  const entries = all.slice(start + 1, start + 1 + maxKeys);
  const elements = entries.map(({ key, body, index }) => {
    const name = body === null ? 'DeleteMarker' : 'Version';
    const size = body === null ? '' : `<Size>${Buffer.byteLength(body)}</Size><ETag>&quot;${md5(body)}&quot;</ETag>`;
    return `<${name}><Key>${encodeXml(key)}</Key><VersionId>${index}</VersionId>${size}</${name}>`;
  });
  const last = entries.at(-1);
  const next =
    last === undefined || all.at(-1) === last
      ? '<IsTruncated>false</IsTruncated>'
      : `<NextKeyMarker>${encodeXml(last.key)}</NextKeyMarker><NextVersionIdMarker>${last.index}</NextVersionIdMarker><IsTruncated>true</IsTruncated>`;
  return `<?xml version="1.0"?><ListVersionsResult>${next}${elements.join('')}</ListVersionsResult>`;
}

const md5 = (body: string) => createHash('md5').update(body).digest('hex');
const encodeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
