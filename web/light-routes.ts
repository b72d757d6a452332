import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const folder = resolve(import.meta.dirname, '../contract/src/routes');

/** The fields of a route that are read in the browser. Shapes are not among them, so zod is not bundled. */
const browserFields = ['method', 'path', 'stepUp', 'needs'];

function formatLiteral(route: object): string {
  const entries = Object.entries(route).filter(([name]) => browserFields.includes(name));
  return JSON.stringify(Object.fromEntries(entries));
}

/**
 * Returns the file's routes as source code of plain data. A `reply` becomes a shape whose `parse` returns its input.
 */
async function rewrite(file: string): Promise<string> {
  const routes: Record<string, object> = await import(pathToFileURL(file).href);
  const lines = Object.entries(routes).map(([name, route]) => {
    const reply = 'reply' in route ? ', reply: unchecked' : '';
    return `export const ${name} = { ...${formatLiteral(route)}${reply} };`;
  });
  return ['const unchecked = { parse: (reply) => reply };', ...lines].join('\n');
}

/**
 * Ships the contract's routes without their shapes, which cost 40 kB gzip on every screen. No check is lost: the server
 * parses each response before it sends it, and parses each request. Forms import their own shapes.
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
