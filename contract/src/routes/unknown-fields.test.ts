import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Route } from '../route.ts';
import { routes } from './index.ts';

const unknownFields = { role: 'admin', isVerified: true, id: 'x', medicalCenterId: 'x' };
/** Routes to which a client of the specification may send additional fields. */
const lenient = ['/api/auth/doctor/signup'];

const allRoutes: Route[] = Object.values(routes).flatMap((area) => Object.values(area));
const bodies = allRoutes.flatMap((route) =>
  route.body === undefined ? [] : [{ name: `${route.method} ${route.path}`, ...route, body: route.body }],
);
const isGuarded = ({ path }: { path: string }) =>
  /^\/api\/(auth|admin|account)\//.test(path) && !lenient.includes(path);

/** Returns the shape inside optional wrappers and preprocessing. */
function unwrapShape(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodOptional) return unwrapShape(shape.def.innerType as z.ZodType);
  if (shape instanceof z.ZodPipe) return unwrapShape(shape.def.out as z.ZodType);
  return shape;
}

describe('unknown body fields (T-MA1)', () => {
  it.each(bodies.filter(isGuarded))('are rejected by $name', ({ body }) => {
    const refusedKeys = body
      .safeParse(unknownFields)
      .error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
    expect(refusedKeys).toEqual(Object.keys(unknownFields));
  });

  it.each(bodies.filter((route) => !isGuarded(route)))('are removed by $name', ({ body }) => {
    const shape = unwrapShape(body);
    if (!(shape instanceof z.ZodObject)) throw new Error('This test supports only object bodies.');
    expect([undefined, z.ZodNever]).toContain(shape.def.catchall?.constructor);
  });
});
