import { routes } from '@medcloud/contract';
import type { Route } from '@medcloud/contract/route';
import type { Handler } from './handler.ts';

/**
 * Returns the handlers of all routes of the API, each exported by the file of its path (`handlerFile`). `/api/docs` is
 * in `docs.ts`, since a library serves its page. Throws if a route has no handler.
 */
export async function loadApiHandlers(): Promise<Handler[]> {
  const apiRoutes = Object.values(routes)
    .flatMap((area) => Object.values<Route>(area))
    .filter((route) => route.path.startsWith('/api/') && route !== routes.portal.docs);
  return await Promise.all(apiRoutes.map(loadHandler));
}

async function loadHandler(route: Route): Promise<Handler> {
  const file = handlerFile(route.path);
  const exported: Readonly<Record<string, unknown>> = await import(new URL(file, import.meta.url).href);
  const handler = Object.values(exported)
    .filter(isHandler)
    .find((exportedHandler) => exportedHandler.route === route);
  if (handler === undefined) throw new Error(`${file} exports no handler of ${route.method} ${route.path}.`);
  return handler;
}

/** Returns the file of a path, without `/api/` and parameters: `/api/a/{id}/b` is `../api/a/b.ts`. */
const handlerFile = (path: string): string => `..${path.replace(/\/\{\w+\}/g, '')}.ts`;

function isHandler(value: unknown): value is Handler {
  return typeof value === 'object' && value !== null && 'route' in value && 'handle' in value;
}
