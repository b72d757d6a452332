import swaggerUi from '@fastify/swagger-ui';
import { routes } from '@medcloud/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { describeApi } from '../../platform/http/openapi.ts';

/** The page's own policy: its library writes style attributes, and draws its icons from data. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** GET /api/docs: the API's document as a page, by a library, offline; its policy holds there alone. */
export async function serveDocs(app: FastifyInstance, config: Config): Promise<void> {
  const document = describeApi(routes, config.publicUrl.origin);
  // The page asks its host for the document by this name, under which another plugin would otherwise provide it.
  const provider = Object.assign(async (scope: FastifyInstance) => void scope.decorate('swagger', () => document), {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
  });
  await app.register(provider);
  await app.register(swaggerUi, {
    routePrefix: routes.portal.docs.path,
    staticCSP: docsPolicy,
    uiConfig: { docExpansion: 'none' },
  });
}
