import type { Route } from '@medcloud/contract/route';
import { allRoutes, factsByRoute, factsOf } from './rows.ts';

/** The audit events that a successful call must write. */
export interface AuditExpectation {
  /** Exactly one event of one of these kinds. */
  readonly events: readonly string[];
  /** Only the first call of a session and exam within five minutes writes it. */
  readonly isFolded: boolean;
  /** It is expected only if this list of the response is not empty. */
  readonly list?: string | undefined;
}

const isDicomWeb = (route: Route) => route.path.startsWith('/dicom-web/');

/** Returns the events that a route writes on success, or null if none. */
export function expectedAuditOf(route: Route): AuditExpectation | null {
  if (isDicomWeb(route)) return expectedAuditOfDicomWeb(route.path);
  const { audit, folded, ifListed } = factsOf(route);
  return audit === undefined ? null : { events: [audit].flat(), isFolded: folded === true, list: ifListed };
}

/** Returns the event of a DICOMweb path: search, download of a study or series, download of an instance, or view. */
function expectedAuditOfDicomWeb(path: string): AuditExpectation {
  if (/^\/dicom-web\/(studies|series|instances)$/.test(path)) return { events: ['studies_searched'], isFolded: false };
  if (/\/\{(study|series)\}$/.test(path)) return { events: ['exam_downloaded'], isFolded: false };
  return { events: [path.endsWith('/{instance}') ? 'exam_downloaded' : 'exam_viewed'], isFolded: true };
}

/** Lists routes with patients' data whose facts tell no event and no reason for none, and facts without a route. */
export function routesWithoutAudit(): string[] {
  const clinical = allRoutes.filter(
    (route) => ['center', 'doctor', 'center-or-doctor', 'holder'].includes(route.access) && !isDicomWeb(route),
  );
  const silent = clinical.filter((route) => {
    const { audit, unaudited } = factsOf(route);
    return (audit === undefined) === (unaudited === undefined);
  });
  const known = allRoutes.map(nameOf);
  return [...silent.map(nameOf), ...Object.keys(factsByRoute).filter((name) => !known.includes(name))];
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
