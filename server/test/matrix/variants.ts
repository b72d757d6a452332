import { type Attempt, crossSite, plain, type Variant, type Variants } from './attempt.ts';
import { parameterOf, requestTo } from './path-parameters.ts';
import { type RowGroup, routeOf } from './rows.ts';
import type { RequestSpec } from './send.ts';
import { accessReport } from './variants/access-report.ts';
import { account } from './variants/account.ts';
import { admin } from './variants/admin.ts';
import { annotations } from './variants/annotations.ts';
import { auth } from './variants/auth.ts';
import { bank } from './variants/bank.ts';
import { billing } from './variants/billing.ts';
import { breaches } from './variants/breaches.ts';
import { center } from './variants/center.ts';
import { dicomWeb } from './variants/dicom-web.ts';
import { doctor } from './variants/doctor.ts';
import { doctorAccount } from './variants/doctor-account.ts';
import { factorResets } from './variants/factor-resets.ts';
import { factors } from './variants/factors.ts';
import { general } from './variants/general.ts';
import { grants } from './variants/grants.ts';
import { overviews } from './variants/overview.ts';
import { own } from './variants/own.ts';
import { patientAccess } from './variants/patient-access.ts';
import { support } from './variants/support.ts';
import { suspensions } from './variants/suspensions.ts';
import { team } from './variants/team.ts';
import { uploads } from './variants/uploads.ts';

/** The variants of the matrix by `METHOD path variant`. */
const variants: Variants = {
  ...accessReport,
  ...account,
  ...annotations,
  ...auth,
  ...billing,
  ...bank,
  ...breaches,
  ...center,
  ...doctor,
  ...doctorAccount,
  ...factors,
  ...grants,
  ...overviews,
  ...own,
  ...patientAccess,
  ...admin,
  ...general,
  ...dicomWeb,
  ...suspensions,
  ...support,
  ...team,
  ...factorResets,
  ...uploads,
};

/** Records that every row of a path may use: P1 and E1 of the matrix. */
const records: Readonly<Record<string, (attempt: Attempt) => string>> = {
  P1: ({ fixture }) => fixture.testApp.fixtures.centerA.patient.patientId,
  E1: ({ fixture }) => fixture.testApp.fixtures.centerA.examId,
};

/** Returns the variant of a group, or null if it must be defined. */
export function variantOf(group: RowGroup): Variant | null {
  return variants[group.name] ?? deriveVariant(group);
}

/**
 * Returns a variant that follows from the path and the route's valid body: one request about P1, E1, or nothing that
 * exists. A call from another site is refused before its id is looked at.
 */
function deriveVariant({ method, path, variant }: RowGroup): Variant | null {
  const route = routeOf(method, path);
  const record = records[/\{(\w+)\}/.exec(path)?.[1] ?? ''];
  if (variant === 'default' && method === 'GET' && !path.includes('{')) return plain(() => ({ method, path }));
  const parameter = route?.method === method ? parameterOf(route) : undefined;
  if (route === null || parameter === undefined) return null;
  const request = (attempt: Attempt): RequestSpec => requestTo(route, record?.(attempt) ?? parameter.unknown(), 1);
  if (variant === 'default' && record !== undefined) return plain(request);
  if (variant === 'cookie_cross_site') return crossSite(request);
  return variant === 'unknown' ? plain(() => requestTo(route, parameter.unknown(), 1)) : null;
}

/** Lists variants without rows in the matrix. */
export function listStrayVariants(groups: readonly RowGroup[]): string[] {
  const known = new Set(groups.map((group) => group.name));
  return Object.keys(variants).filter((name) => !known.has(name));
}
