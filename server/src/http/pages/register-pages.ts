import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { screens } from '@medcloud/contract/screens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GetListedPrices } from '../../domain/billing/prices/listed-prices.ts';
import type { Random } from '../../platform/ids/random.ts';
import { contentPolicy } from '../server/security-headers.ts';
import { compressPage, fillPrices } from './price-page.ts';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../../../../web/dist');
const noncePlaceholder = '__CSP_NONCE__';

/**
 * Serves the built pages. Each screen's address returns the application's page (200). Any other address returns the
 * same page with 404, which shows an error. Hashed assets are cached for a year. Style elements get a new nonce in each
 * response, but not in rendered pages: these are the same in every response, compressed by the build. The landing page
 * shows the prices of today.
 */
export async function registerPages(app: FastifyInstance, random: Random, getPrices: GetListedPrices): Promise<void> {
  const page = await readPage('index.html');
  const own = await readOwnPages();
  const send =
    (sent: Page | FixedPage, status: number, caching = 'no-store') =>
    (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', caching);
      return 'etag' in sent ? sendFixedPage(request, reply, sent) : sendPage(reply, random, sent, status);
    };
  const landing = own.get(screens.home);
  const getLanding = landing && 'etag' in landing ? createPriceFiller(landing, getPrices) : null;
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    immutable: true,
    maxAge: '365d',
    globIgnore: ['*.html', '**/*.br'],
    preCompressed: true,
    setHeaders: setCacheHeaders,
  });
  for (const path of Object.values(screens)) {
    const sendScreen = send(own.get(path) ?? page, 200, cachingOf(path));
    const sendLanding = async (request: FastifyRequest, reply: FastifyReply) =>
      send((await getLanding?.()) ?? page, 200, cachingOf(path))(request, reply);
    app.get(path.replace(/\{(\w+)\}/g, ':$1'), path === screens.home && getLanding ? sendLanding : sendScreen);
  }
  app.setNotFoundHandler(send(page, 404));
}

/**
 * Screens with their own page: light, prerendered, or with preloaded resources. All others use the application's page.
 */
export const ownPages: ReadonlyMap<string, string> = new Map([
  [screens.home, 'landing.html'],
  [screens.privacy, 'privacy.html'],
  [screens.terms, 'terms.html'],
  [screens.consent, 'consent.html'],
  [screens.try, 'try.html'],
  [screens.examView, 'viewer.html'],
  [screens.centerDashboard, 'center-dashboard.html'],
  [screens.doctorDashboard, 'doctor-dashboard.html'],
  [screens.adminDashboard, 'admin-dashboard.html'],
]);

/** The pages without personal data, the only ones that browsers may store. */
const publicPages: ReadonlySet<string> = new Set([screens.home, screens.privacy, screens.terms]);

const cachingOf = (path: string) => (publicPages.has(path) ? 'no-cache' : 'no-store');

async function readOwnPages(): Promise<Map<string, Page | FixedPage>> {
  const read = [...ownPages].map(async ([path, name]) => [path, await readPage(name)] as const);
  return new Map(await Promise.all(read));
}

/** Disables caching for files without a hash in their name. */
function setCacheHeaders(reply: Pick<FastifyReply, 'header'>, path: string): void {
  if (!path.includes('/assets/')) reply.header('cache-control', 'no-cache');
}

interface Page {
  readonly html: string;
  readonly scriptHashes: readonly string[];
}

/** A page that is the same in every response. */
interface FixedPage {
  readonly html: string;
  /** The page in brotli, from the build. */
  readonly compressed: Buffer;
  readonly policy: string;
  readonly etag: string;
}

/** Returns a function that gets a rendered page with the prices of today. Those of the build need no new page. */
function createPriceFiller(built: FixedPage, getPrices: GetListedPrices): () => Promise<FixedPage> {
  let filled = { prices: '', page: Promise.resolve(built) };
  const fill = async (html: string) =>
    html === built.html ? built : { ...built, html, compressed: await compressPage(html), etag: etagOf(html) };
  return async () => {
    const listed = await getPrices();
    const prices = JSON.stringify(listed);
    if (filled.prices !== prices) filled = { prices, page: fill(fillPrices(built.html, listed)) };
    return await filled.page;
  };
}

const etagOf = (html: string) => `"${createHash('sha256').update(html).digest('base64url')}"`;

async function readPage(name: string): Promise<Page | FixedPage> {
  const html = await readHtml(name);
  const scriptHashes = listHashes(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const compressed = await readFile(join(dist, `${name}.br`)).catch(() => null);
  if (compressed === null || html.includes(noncePlaceholder)) return { html, scriptHashes };
  const styles = listHashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
  return {
    html,
    compressed,
    policy: contentPolicy({ scripts: scriptHashes, styles }),
    etag: etagOf(html),
  };
}

/** Lists the SHA-256 sources of the texts that a pattern captures. */
const listHashes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

async function readHtml(name: string): Promise<string> {
  try {
    return await readFile(join(dist, name), 'utf8');
  } catch {
    return readFile(join(dist, 'index.html'), 'utf8').catch(() => {
      throw new Error('The web application is not built. Start the portal with: npm start');
    });
  }
}

function sendPage(reply: FastifyReply, random: Random, { html, scriptHashes }: Page, status: number): FastifyReply {
  const nonce = random.bytes(16).toString('base64');
  return reply
    .status(status)
    .header('content-security-policy', contentPolicy({ scripts: scriptHashes, styles: [`'nonce-${nonce}'`] }))
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(noncePlaceholder, nonce));
}

function sendFixedPage(request: FastifyRequest, reply: FastifyReply, page: FixedPage): FastifyReply {
  reply
    .header('content-security-policy', page.policy)
    .header('etag', page.etag)
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === page.etag) return reply.status(304).send();
  if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(page.html);
  return reply.header('content-encoding', 'br').send(page.compressed);
}

/** Checks an Accept-Encoding header for brotli (RFC 9110, 12.5.3). */
function acceptsBrotli(header: string | undefined): boolean {
  return (header ?? '').split(',').some((item) => {
    const [coding, weight] = item.trim().split(/\s*;\s*q=/i);
    return coding?.toLowerCase() === 'br' && Number(weight ?? 1) > 0;
  });
}
