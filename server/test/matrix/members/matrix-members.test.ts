import { describe, expect, it } from 'vitest';
import { memberCases } from '../matrix-cases.ts';
import { allRoutes } from '../rows.ts';
import { runMatrix } from '../run-matrix.ts';
import { isListedAs, listedRoutes, rolesOf } from './member-rows.ts';

/**
 * T-AZ for the members of a center: what each role gets, by a table that is written by hand. A permission that changes in the
 * contract alone fails here. `matrix-members.deep.test.ts` sends every row.
 */
describe('the authorization matrix by role', () => {
  it('names the roles of every route of centers, and of no other', () => {
    const ofCenters = allRoutes.filter(({ needs }) => needs !== undefined);
    expect(ofCenters.filter((route) => rolesOf(route) === undefined)).toEqual([]);
    expect(listedRoutes.filter(([name]) => !ofCenters.some((route) => isListedAs(route, name)))).toEqual([]);
  });

  runMatrix('evaluation', memberCases());
});
