import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { routes } from '@medcloud/contract';
import { isAuditEvent } from '@medcloud/contract/operations/audit-events';
import type { CenterRole } from '@medcloud/contract/permissions';
import type { Route } from '@medcloud/contract/route';
import * as z from 'zod';

export const actors = [
  'anonymous',
  'center_a',
  'center_b',
  'doctor_unverified',
  'doctor_unsubscribed',
  'doctor_no_consent',
  'doctor_consent',
  'doctor_denied',
  'doctor_expired',
  'doctor_revoked',
  'admin',
] as const;
export type Actor = (typeof actors)[number];

/** Members of center A by role. They have the rows of `center_a`, as their role allows (`member-rows.ts`). */
export type MemberActor = `center_a_${CenterRole}`;
/** Who sends a row's requests: the row's actor, or a member in place of its center's own account. */
export type Sender = Actor | MemberActor;

const row = z.strictObject({
  id: z.string(),
  source: z.enum(['spec', 'extra', 'shapes']),
  method: z.string(),
  path: z.string(),
  variant: z.string(),
  actor: z.enum(actors),
  status: z.number().int(),
  body: z.string(),
  note: z.string().optional(),
  /** The missing feature that the note needs; for STOW the complete row. */
  waitsFor: z.enum(['second factor', 'STOW']).optional(),
});

/** One row of the matrix: actor, request and expected response. */
export type Row = z.infer<typeof row>;

const auditEvent = z.string().refine(isAuditEvent);

const routeFacts = z.strictObject({
  /** The audit event that a success writes (T-AUD3), or the events of which it writes one. */
  audit: z.union([auditEvent, z.array(auditEvent)]).optional(),
  /** Only the first call of a session and exam within five minutes writes it; it counts later calls (security 4). */
  folded: z.literal(true).optional(),
  /** It is written only if this list of the response is not empty. */
  ifListed: z.string().optional(),
  /** Why a success writes no event, or not every one. */
  unaudited: z.string().optional(),
  /** A repeated call returns 200 without effect and event (product, "Order of checks"). */
  repeatable: z.literal(true).optional(),
  /** A valid body. */
  body: z.json().optional(),
});

/** What the tests must know of a route beside its rows. */
export type RouteFacts = z.infer<typeof routeFacts>;

/** All rows of one method, path and variant. */
export interface RowGroup {
  name: string;
  method: string;
  path: string;
  variant: string;
  rows: Row[];
}

const matrix = z
  .object({ routes: z.record(z.string(), routeFacts), rows: z.array(row) })
  .parse(JSON.parse(readFileSync(fileURLToPath(new URL('authz-matrix.json', import.meta.url)), 'utf8')));

/** The rows of the project's copy of the matrix, in its own order. */
export const allRows: readonly Row[] = matrix.rows;

/** The facts of routes by `METHOD path`, as in the contract. */
export const factsByRoute: Readonly<Record<string, RouteFacts>> = matrix.routes;

export function groupRows(rows: readonly Row[]): RowGroup[] {
  const groups = new Map<string, RowGroup>();
  for (const each of rows) {
    const { method, path, variant } = each;
    const name = `${method} ${path} ${variant}`;
    const group = groups.get(name) ?? { name, method, path, variant, rows: [] };
    group.rows.push(each);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Every route of the contract. */
export const allRoutes: readonly Route[] = Object.values(routes).flatMap((area) => Object.values(area));

/** The facts of a route; empty if the matrix has none. */
export const factsOf = ({ method, path }: Pick<Route, 'method' | 'path'>): RouteFacts =>
  factsByRoute[`${method} ${path}`] ?? {};

const blank = (path: string) => path.replace(/\?.*$/, '').replace(/\{\w+\}/g, '{}');

/**
 * Checks whether a path of the matrix (`/api/download/{E1}`, possibly with a query) is one of the contract
 * (`/api/download/{id}`).
 */
export function isSamePath(ofMatrix: string, ofContract: string): boolean {
  return blank(ofMatrix) === blank(ofContract);
}

const routesByAddress = new Map(allRoutes.map((route) => [`${route.method} ${blank(route.path)}`, route]));

/** Returns the contract's route of a row, or null. HEAD maps to the GET route. */
export function routeOf(method: string, path: string): Route | null {
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  return routesByAddress.get(`${routeMethod} ${blank(path)}`) ?? null;
}

/** Paths that never become routes; their rows expect exactly that. */
const neverRoutes = ['/metrics', '/api/does-not-exist'];

/** Checks whether a group can run: its path is in the contract (another method returns 405), or never will be. */
export function isRunnable({ path }: Pick<RowGroup, 'path'>): boolean {
  return neverRoutes.includes(path) || allRoutes.some((route) => isSamePath(path, route.path));
}
