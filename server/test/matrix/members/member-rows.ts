import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CenterRole, centerRoles } from '@medcloud/contract/permissions';
import type { Route } from '@medcloud/contract/route';
import * as z from 'zod';
import { type MemberActor, type Row, routeOf } from '../rows.ts';

const permissions = z
  .strictObject({
    reading: z.string(),
    /** The roles that open a route of centers, by `METHOD path`. */
    roles: z.record(z.string(), z.array(z.enum(centerRoles))),
    /** Rows in which a member gets another response than the center's own account, by `METHOD path variant`. */
    otherwise: z.record(z.string(), z.strictObject({ status: z.number(), body: z.string(), note: z.string() })),
  })
  .parse(JSON.parse(readFileSync(fileURLToPath(new URL('../member-permissions.json', import.meta.url)), 'utf8')));

/** The routes that the file names, with their roles. A path may end in `*`. */
export const listedRoutes: readonly (readonly [string, readonly CenterRole[]])[] = Object.entries(permissions.roles);

/** Checks whether an entry of the file names a route. */
export const isListedAs = ({ method, path }: Pick<Route, 'method' | 'path'>, name: string): boolean =>
  name.endsWith('*') ? `${method} ${path}`.startsWith(name.slice(0, -1)) : `${method} ${path}` === name;

/** Returns the roles that open a route of centers; undefined for a route that is not of centers. */
export function rolesOf(route: Pick<Route, 'method' | 'path'>): readonly CenterRole[] | undefined {
  return listedRoutes.find(([name]) => isListedAs(route, name))?.[1];
}

/** What is refused before the role is looked at: the method, the sender, a page of another site, too many calls. */
const earlierFaults = ['err:method_not_allowed', 'err:unauthenticated', 'err:cross_site', 'err:rate_limited'];

/** Returns what a member gets in place of its center's own account, whose row is given. */
export function rowOfMember(row: Row, role: CenterRole): Row {
  const route = routeOf(row.method, row.path);
  const roles = route === null ? undefined : rolesOf(route);
  const id = `M-${role}-${row.id}`;
  if (roles === undefined || roles.includes(role))
    return { ...row, id, ...permissions.otherwise[`${row.method} ${row.path} ${row.variant}`] };
  if (earlierFaults.some((fault) => row.body.startsWith(fault))) return { ...row, id };
  const style = route?.errors === 'text' ? ' text' : '';
  return { ...row, id, status: 403, body: `err:permission_required${style}` };
}

export const actorOf = (role: CenterRole): MemberActor => `center_a_${role}`;
