import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const folder = resolve(import.meta.dirname, '../contract/src/routes');

/** What a caller in the browser reads of a route's literal. Shapes are not among it, and with them goes zod. */
const browserFields = [
  'method',
  'path',
  'access',
  'doctor',
  'rate',
  'responseType',
  'errors',
  'idempotent',
  'stepUp',
] as const;

function formatLiteral(route: object): string {
  const entries = Object.entries(route).filter(([name]) => browserFields.some((one) => one === name));
  return JSON.stringify(Object.fromEntries(entries));
}

/** The file's routes as plain data. A reply keeps a shape that answers what it is given. */
async function rewrite(file: string): Promise<string> {
  const routes: Record<string, object> = await import(pathToFileURL(file).href);
  const lines = Object.entries(routes).map(([name, route]) => {
    const reply = 'reply' in route ? ', reply: asItIs' : '';
    return `export const ${name} = { ...${formatLiteral(route)}${reply} };`;
  });
  return ['const asItIs = { parse: (reply) => reply };', ...lines].join('\n');
}

/**
 * Ships the contract's routes without their shapes: 40 kB gzip of every screen. The server has parsed each reply through
 * its shape before it was sent, and parses each request again, so nothing is checked less; forms bring their own shapes.
 */
export function lightRoutes(): Plugin {
  return {
    name: 'medcloud:light-routes',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      return id.startsWith(folder) && !id.endsWith('index.ts') ? rewrite(id) : null;
    },
  };
}
