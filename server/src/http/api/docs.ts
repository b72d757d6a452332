import swaggerUi from '@fastify/swagger-ui';
import { routes } from '@medcloud/contract';
import type { FastifyInstance } from 'fastify';
import type { HandlerServices } from '../server/handler-services.ts';

/** Content policy of this page only: its library writes style attributes and draws its icons from data URLs. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The logo: three slices in the outline of a cloud. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" height="40" fill="#54bbd2"><rect x="7.7" y="3.5" width="8.6" height="4.9" rx="2.4"/><rect x="4.4" y="9.5" width="15.2" height="4.9" rx="2.4" opacity=".8"/><rect x="1" y="15.5" width="22" height="4.9" rx="2.4" opacity=".6"/></svg>';

/**
 * GET /api/docs: shows the API document as a page by a library, without external resources. Its content policy applies
 * only here.
 */
export async function registerDocs(
  app: FastifyInstance,
  { apiDocument }: Pick<HandlerServices, 'apiDocument'>,
): Promise<void> {
  // The page reads the document from a decorator of this name, which another plugin normally provides.
  const provider = Object.assign(async (scope: FastifyInstance) => void scope.decorate('swagger', apiDocument), {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
  });
  await app.register(provider);
  await app.register(swaggerUi, {
    routePrefix: routes.portal.docs.path,
    staticCSP: docsPolicy,
    logo: { type: 'image/svg+xml', content: logo, target: '_self' },
    uiConfig: { docExpansion: 'none' },
  });
}
