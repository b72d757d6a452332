import type { DicomJson } from '@medcloud/dicom';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking } from '../authorization/who.ts';
import type { Reading } from '../imaging/open-series.ts';
import type { Portal } from '../portal/portal.ts';
import { allOf, conditionOf, never } from './conditions.ts';
import { findInstances } from './find-instances.ts';
import { type Address, openExam } from './find-study.ts';
import { namePatterns } from './name-patterns.ts';
import { type Filter, readSearch, type Search, type SearchLevel, type SearchQuery } from './read-search.ts';
import { type Root, showSeries, showStudy } from './show.ts';
import { beginSearch, type SeenExam, searchSeries, searchStudies, type Wanted } from './store.ts';
import { traceSearch } from './trace-search.ts';

export interface Searching extends Reading {
  readonly portal: Portal;
}

export interface SearchAnswer {
  readonly rows: readonly DicomJson[];
  /** Sentences for the Warning header (PS3.18 8.3.4). */
  readonly warnings: readonly string[];
  /** Of a search within one exam: the exam, which is being looked at. */
  readonly exam: SeenExam | null;
}

export interface SearchAsked {
  readonly level: SearchLevel;
  readonly address: Address;
  readonly query: SearchQuery;
  readonly root: Root;
}

const more = 'There are additional results that can be requested.';

/**
 * Searches what the scope may look at (QIDO-RS, PS3.18 10.6). Fails with `not_found` where an exam or study is named that
 * there is not, `access_expired` or `access_revoked` as `openExam` does, and `validation`. A search through all studies leaves its
 * own trace, without what was asked for.
 */
export async function search(
  searching: Searching,
  scope: CenterScope | DoctorScope,
  asking: Asking,
  asked: SearchAsked,
): Promise<SearchAnswer> {
  const { level, address, query } = asked;
  const read = readSearch(level, query);
  const named = address.examId !== undefined || address.study !== undefined;
  const exam = named ? await openExam(searching.portal, scope, address) : null;
  const { rows, warnings } = await found(searching, scope, { ...asked, read, exam, asking });
  const hasMore = rows.length > read.limit;
  return {
    rows: rows.slice(0, read.limit),
    warnings: [...read.warnings, ...warnings, ...(hasMore && read.isLimitOurs ? [more] : [])],
    exam,
  };
}

interface Finding extends SearchAsked {
  readonly read: Search;
  readonly exam: SeenExam | null;
  readonly asking: Asking;
}

type Rows = { rows: DicomJson[]; warnings: string[] };

async function found(searching: Searching, scope: CenterScope | DoctorScope, finding: Finding): Promise<Rows> {
  const { level, read, exam, asking, root, address } = finding;
  const wanted = wantedOf(searching.portal, scope, finding);
  if (level === 'instance') return await findInstances(searching, scope, { ...finding, wanted });
  return await searching.portal.db.within(scope, async (tx) => {
    await beginSearch(tx);
    const above = { isStudyNamed: address.study !== undefined, isSeriesNamed: true, include: read.include };
    const rows =
      level === 'study'
        ? (await searchStudies(tx, scope, wanted)).map((row) => showStudy(row, root))
        : (await searchSeries(tx, scope, wanted)).map((row) => showSeries(row, root, above));
    if (exam === null) await traceSearch(tx, asking, level, Math.min(rows.length, read.limit));
    return { rows, warnings: [] };
  });
}

function wantedOf({ keys }: Portal, scope: CenterScope | DoctorScope, { level, read, exam, address }: Finding): Wanted {
  const of = (wantedLevel: 'study' | 'series') => read.filters.filter(({ key }) => key.level === wantedLevel);
  const byName = scope.kind === 'center' ? of('study').find(isOfPatientName) : undefined;
  const named = byName === undefined ? undefined : namePatterns(byName.value, read.isFuzzy);
  const condition = (filter: Filter) => conditionOf(filter, read, keys);
  const own = namedFilters(address).map((filter) => ({ filter, isOfSeries: filter.key.level === 'series' }));
  const ofStudies = [
    ...of('study').filter((filter) => filter !== byName),
    ...own.filter(({ isOfSeries }) => !isOfSeries).map(({ filter }) => filter),
  ];
  const ofSeries = [...of('series'), ...own.filter(({ isOfSeries }) => isOfSeries).map(({ filter }) => filter)];
  const isList = level !== 'instance';
  return {
    ...(exam === null ? {} : { examId: exam.examId }),
    conditions: allOf([...(named === null ? [never] : []), ...ofStudies.map(condition)]),
    ...(named ? { named } : {}),
    ofSeries: ofSeries.length === 0 ? null : allOf(ofSeries.map(condition)),
    // one more tells whether there are more
    limit: isList ? read.limit + 1 : 0,
    offset: isList ? read.offset : 0,
  };
}

/** The study and series of the address itself. */
function namedFilters({ study, series }: Address): Filter[] {
  return [
    ...(study === undefined
      ? []
      : [{ key: { level: 'study', kind: 'uid', column: 's.study_uid' }, value: study } as const]),
    ...(series === undefined
      ? []
      : [{ key: { level: 'series', kind: 'uid', column: 'r.series_uid' }, value: series } as const]),
  ];
}

/** Of a center's patients an index knows the names. */
function isOfPatientName({ key }: Filter): boolean {
  return key.kind === 'name' && key.column === 's.patient_name_key';
}
