import { faults } from '@medcloud/contract/faults';
import type { Route } from '@medcloud/contract/route';
import * as z from 'zod';

type JsonObject = Record<string, unknown>;

/** Describes the API as OpenAPI 3.1 from the contract: paths, shapes, access rules and the list of faults. */
export function describeApi(areas: Record<string, Record<string, Route>>, origin: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [area, routes] of Object.entries(areas)) {
    for (const [name, route] of Object.entries(routes)) {
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(area, name, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'MedCloud', version: '1', description: `Faults: ${Object.keys(faults).join(', ')}.` },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The sessionId of a login.' },
      },
    },
  };
}

function describeRoute(area: string, name: string, route: Route): JsonObject {
  const isPublic = route.access === 'anyone' || route.access === 'holder';
  const body = route.body ?? route.form;
  return {
    operationId: `${area}_${name}`,
    tags: [area],
    summary: route.summary,
    description: `For: ${route.access}${route.doctor ? ` (${route.doctor})` : ''}. Source: ${route.source}.`,
    ...(isPublic ? {} : { security: [{ session: [] }] }),
    parameters: [...pathParameters(route.path), ...queryParameters(route)],
    ...(body
      ? {
          requestBody: {
            content: { [route.form ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: {
      [route.status ?? 200]: {
        description: 'Done.',
        ...(route.reply ? { content: { 'application/json': { schema: schemaOf(route.reply, 'output') } } } : {}),
      },
      default: {
        description:
          route.errors === 'text'
            ? 'One sentence as text/plain.'
            : 'A problem with code, message and, for fields, errors.',
      },
    },
  };
}

function pathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route): JsonObject[] {
  if (!route.query) return [];
  const { properties } = schemaOf(route.query, 'input');
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonObject {
  return z.toJSONSchema(shape, { io, unrepresentable: 'any' });
}
