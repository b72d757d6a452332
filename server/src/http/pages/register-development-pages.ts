import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GetListedPrices } from '../../domain/billing/prices/listed-prices.ts';
import type { Random } from '../../platform/ids/random.ts';
import { contentPolicy } from '../server/security-headers.ts';
import { fillPrices } from './price-page.ts';
import { ownPages } from './register-pages.ts';

const web = join(dirname(fileURLToPath(import.meta.url)), '../../../../web');

const pages = new Map([...ownPages, ['/gallery', 'gallery/index.html']]);

/** `npm run dev`: serves Vite's development server on the application's port. Loaded only in that case. */
export async function registerDevelopmentPages(
  app: FastifyInstance,
  random: Random,
  getPrices: GetListedPrices,
): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    await reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    vite.middlewares(request.raw, reply.raw, async () => {
      const name = pages.get(new URL(request.url, 'http://localhost').pathname) ?? 'index.html';
      const source = await readFile(join(web, name), 'utf8');
      const nonce = random.bytes(16).toString('base64');
      const page = await vite.transformIndexHtml(name === 'index.html' ? request.url : `/${name}`, source);
      const html = fillPrices(page, await getPrices()).replaceAll('__CSP_NONCE__', nonce);
      // Vite sends updates over a WebSocket on the same port.
      const policy = contentPolicy({ scripts: [], styles: [`'nonce-${nonce}'`] })
        .replace("connect-src 'self'", "connect-src 'self' ws:")
        .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`);
      reply.raw
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(html);
    });
  });
}
