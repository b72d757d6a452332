import type { DicomJson } from '@medcloud/dicom';
import { serverTranslator } from '@medcloud/text/node';
import * as z from 'zod';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import type { ManifestInstance } from '../imaging/index/manifest.ts';
import { type OpenSeries, openSeries, type ReadContext } from '../imaging/open-series.ts';
import { readInstanceMetadata } from '../imaging/series-metadata.ts';
import { splitUids } from './conditions.ts';
import type { Address } from './find-study.ts';
import { logSearch } from './log-search.ts';
import type { Filter, SearchParameters } from './parse-search.ts';
import { applySearchSettings, type SearchCriteria, type SeriesSearchRow, searchSeries } from './reads.ts';
import type { InstanceFact } from './search-keys.ts';
import { type ParentLevels, pickAttributes, type Root, showInstance } from './show.ts';

interface InstanceSearch {
  readonly parameters: SearchParameters;
  readonly criteria: SearchCriteria;
  readonly exam: VisibleExam | null;
  readonly request: RequestContext;
  readonly address: Address;
  readonly root: Root;
}

// Each series opens one manifest. Searches through more series must name a study or a series.
const maxSeries = 200;
const timeoutMs = 2_000; // the same as a database search (security 2, row 32)
const truncatedWarning = (seriesCount: number) =>
  serverTranslator('server/replies.dicomWeb', 'en')('searchTruncated', { count: String(seriesCount) });

/**
 * Finds matching instances through the manifests of their series. Returns one row more than the limit if there are
 * more.
 */
export async function findInstances(
  readContext: ReadContext & { readonly context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock'> },
  scope: CenterScope | DoctorScope,
  { parameters, criteria, exam, request, address, root }: InstanceSearch,
): Promise<{ rows: DicomJson[]; warnings: string[] }> {
  const series = await readContext.context.db.within(scope, async (tx) => {
    await applySearchSettings(tx);
    const foundSeries = await searchSeries(tx, scope, { ...criteria, limit: maxSeries + 1, offset: 0 });
    if (exam === null) await logSearch(tx, request, 'instance', foundSeries.length);
    return foundSeries;
  });
  const filters = parameters.filters.filter(({ key }) => key.level === 'instance');
  const rows: DicomJson[] = [];
  const { clock } = readContext.context;
  const deadlineMs = clock.now().getTime() + timeoutMs;
  const maxMatches = countUids(filters);
  const parents = {
    isStudyNamed: address.study !== undefined,
    isSeriesNamed: address.series !== undefined,
    include: parameters.include,
  };
  let skipped = 0;
  for (const [index, row] of series.entries()) {
    if (rows.length > parameters.limit || skipped + rows.length >= maxMatches) break;
    if (index === maxSeries || clock.now().getTime() > deadlineMs) return { rows, warnings: [truncatedWarning(index)] };
    if (filters.length === 0 && skipped + row.seriesInstances <= parameters.offset) {
      skipped += row.seriesInstances;
      continue;
    }
    const { examId, studyUid, seriesUid } = row;
    const openedSeries = await openSeries(readContext, scope, { examId, studyUid, seriesUid });
    const matchingInstances = openedSeries.index.instances.filter((instance) =>
      filters.every((filter) => matches(instance, filter)),
    );
    const from = Math.min(matchingInstances.length, parameters.offset - skipped);
    skipped += from;
    const page = matchingInstances.slice(from, from + parameters.limit + 1 - rows.length);
    rows.push(...(await showInstances(readContext, openedSeries, page, { row, root, parents })));
  }
  return { rows, warnings: [] };
}

/**
 * Returns how many instances the UID filter can match. A UID identifies one instance, so the search stops once all
 * named UIDs are found. Infinity without a UID filter.
 */
function countUids(filters: readonly Filter[]): number {
  const uids = filters.find(({ key }) => key.level === 'instance' && key.fact === 'uid');
  return uids === undefined ? Number.POSITIVE_INFINITY : new Set(splitUids(uids.value)).size;
}

interface ShowOptions {
  readonly row: SeriesSearchRow;
  readonly root: Root;
  readonly parents: ParentLevels;
}

async function showInstances(
  readContext: Pick<ReadContext, 'context' | 'caches'>,
  series: OpenSeries,
  instances: readonly ManifestInstance[],
  { row, root, parents }: ShowOptions,
): Promise<DicomJson[]> {
  const { include } = parents;
  const basicJson = instances.map((instance) => showInstance(instance, row, root, parents));
  if (include !== 'all' && include.length === 0) return basicJson;
  const metadata = await readInstanceMetadata(readContext, series, instances);
  return basicJson.map((json, index) => {
    const attributes = metadataShape.parse(JSON.parse(metadata[index]?.toString('utf8') ?? '{}'));
    return { ...pickAttributes(attributes, include), ...json };
  });
}

// metadata of our own manifest: an object of elements by tag
const metadataShape = z.record(
  z.string(),
  z.custom<DicomJson[string]>((value) => typeof value === 'object' && value !== null),
);

function matches(instance: ManifestInstance, { key, value }: Filter): boolean {
  if (key.level !== 'instance') return true;
  const fact = factOf(instance, key.fact);
  return fact !== null && splitUids(value).includes(String(fact));
}

function factOf(
  { uid, sopClass, number, rows, columns }: ManifestInstance,
  fact: InstanceFact,
): string | number | null {
  switch (fact) {
    case 'uid':
      return uid;
    case 'class':
      return sopClass;
    case 'number':
      return number;
    case 'rows':
      return rows;
    case 'columns':
      return columns;
  }
}
