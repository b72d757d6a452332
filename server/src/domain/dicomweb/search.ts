import type { DicomJson } from '@medcloud/dicom';
import { serverTranslator } from '@medcloud/text/node';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import type { ReadContext } from '../imaging/open-series.ts';
import { allOf, conditionOf, matchesNothing } from './conditions.ts';
import { findInstances } from './find-instances.ts';
import { type Address, getVisibleExam } from './find-study.ts';
import { logSearch } from './log-search.ts';
import { toNamePatterns } from './name-patterns.ts';
import { type Filter, parseSearch, type SearchLevel, type SearchParameters, type SearchQuery } from './parse-search.ts';
import { applySearchSettings, type SearchCriteria, searchSeries, searchStudies } from './reads.ts';
import { type Root, showSeries, showStudy } from './show.ts';

export interface SearchContext extends ReadContext {
  readonly context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'settings'>;
}

export interface SearchResult {
  readonly rows: readonly DicomJson[];
  /** Sentences for the Warning header (PS3.18 8.3.4). */
  readonly warnings: readonly string[];
  /** The exam of a search within one exam: a view of it is logged. */
  readonly exam: VisibleExam | null;
}

export interface SearchRequest {
  readonly level: SearchLevel;
  readonly address: Address;
  readonly query: SearchQuery;
  readonly root: Root;
}

/**
 * Searches everything the scope may view (QIDO-RS, PS3.18 10.6). A search through all studies logs its own audit event,
 * without the search terms. Throws `not_found` if the named exam or study does not exist, `access_expired` or
 * `access_revoked` as `getVisibleExam` does, and `validation`.
 */
export async function search(
  searchContext: SearchContext,
  scope: CenterScope | DoctorScope,
  request: RequestContext,
  searchRequest: SearchRequest,
): Promise<SearchResult> {
  const { level, address, query } = searchRequest;
  const parameters = parseSearch(level, query);
  const isAddressed = address.examId !== undefined || address.study !== undefined;
  const exam = isAddressed ? await getVisibleExam(searchContext.context, scope, address) : null;
  const { rows, warnings } = await runSearch(searchContext, scope, { ...searchRequest, parameters, exam, request });
  const hasMore = rows.length > parameters.limit;
  return {
    rows: rows.slice(0, parameters.limit),
    warnings: [
      ...parameters.warnings,
      ...warnings,
      ...(hasMore && parameters.isServerLimit
        ? [serverTranslator('server/replies.dicomWeb', 'en')('moreResults')]
        : []),
    ],
    exam,
  };
}

interface SearchRun extends SearchRequest {
  readonly parameters: SearchParameters;
  readonly exam: VisibleExam | null;
  readonly request: RequestContext;
}

type Rows = { rows: DicomJson[]; warnings: string[] };

async function runSearch(
  searchContext: SearchContext,
  scope: CenterScope | DoctorScope,
  run: SearchRun,
): Promise<Rows> {
  const { level, parameters, exam, request, root, address } = run;
  const criteria = toCriteria(searchContext.context, scope, run);
  if (level === 'instance') return await findInstances(searchContext, scope, { ...run, criteria });
  return await searchContext.context.db.within(scope, async (tx) => {
    await applySearchSettings(tx);
    const parents = { isStudyNamed: address.study !== undefined, isSeriesNamed: true, include: parameters.include };
    const rows =
      level === 'study'
        ? (await searchStudies(tx, scope, criteria)).map((row) => showStudy(row, root))
        : (await searchSeries(tx, scope, criteria)).map((row) => showSeries(row, root, parents));
    if (exam === null) await logSearch(tx, request, level, Math.min(rows.length, parameters.limit));
    return { rows, warnings: [] };
  });
}

function toCriteria(
  { keys }: Pick<AppContext, 'keys'>,
  scope: CenterScope | DoctorScope,
  { level, parameters, exam, address }: SearchRun,
): SearchCriteria {
  const filtersOf = (wantedLevel: 'study' | 'series') =>
    parameters.filters.filter(({ key }) => key.level === wantedLevel);
  const nameFilter = scope.kind === 'center' ? filtersOf('study').find(isPatientNameFilter) : undefined;
  const nameWords = nameFilter === undefined ? undefined : toNamePatterns(nameFilter.value, parameters.isFuzzy);
  const condition = (filter: Filter) => conditionOf(filter, parameters, keys);
  const addressFilters = filtersOfAddress(address).map((filter) => ({
    filter,
    isSeriesFilter: filter.key.level === 'series',
  }));
  const studyFilters = [
    ...filtersOf('study').filter((filter) => filter !== nameFilter),
    ...addressFilters.filter(({ isSeriesFilter }) => !isSeriesFilter).map(({ filter }) => filter),
  ];
  const seriesFilters = [
    ...filtersOf('series'),
    ...addressFilters.filter(({ isSeriesFilter }) => isSeriesFilter).map(({ filter }) => filter),
  ];
  const isList = level !== 'instance';
  return {
    ...(exam === null ? {} : { examId: exam.examId }),
    conditions: allOf([...(nameWords === null ? [matchesNothing] : []), ...studyFilters.map(condition)]),
    ...(nameWords ? { nameWords } : {}),
    seriesCondition: seriesFilters.length === 0 ? null : allOf(seriesFilters.map(condition)),
    // one extra row shows whether there are more
    limit: isList ? parameters.limit + 1 : 0,
    offset: isList ? parameters.offset : 0,
  };
}

/** Returns filters for the study and series of the address. */
function filtersOfAddress({ study, series }: Address): Filter[] {
  return [
    ...(study === undefined
      ? []
      : [{ key: { level: 'study', kind: 'uid', column: 's.study_uid' }, value: study } as const]),
    ...(series === undefined
      ? []
      : [{ key: { level: 'series', kind: 'uid', column: 'r.series_uid' }, value: series } as const]),
  ];
}

/** A center's patient names have an index, which serves this filter. */
function isPatientNameFilter({ key }: Filter): boolean {
  return key.kind === 'name' && key.column === 's.patient_name_key';
}
