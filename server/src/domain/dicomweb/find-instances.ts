import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { DicomJson } from '@medcloud/dicom';
import * as z from 'zod';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking } from '../authorization/who.ts';
import type { ManifestInstance } from '../imaging/manifest.ts';
import { type OpenSeries, openSeries, type Reading, readSeriesMetadata } from '../imaging/open-series.ts';
import type { Portal } from '../portal/portal.ts';
import { listOf } from './conditions.ts';
import type { Address } from './find-study.ts';
import type { Filter, Search } from './read-search.ts';
import type { InstanceFact } from './search-keys.ts';
import { type Above, picked, type Root, showInstance } from './show.ts';
import { beginSearch, type SeenExam, type SeriesFound, searchSeries, type Wanted } from './store.ts';
import { traceSearch } from './trace-search.ts';

interface Finding {
  readonly read: Search;
  readonly wanted: Wanted;
  readonly exam: SeenExam | null;
  readonly asking: Asking;
  readonly address: Address;
  readonly root: Root;
}

// Each is a manifest to open: a search through all instances of a large archive is asked narrower.
const mostSeries = 200;
const longestMs = 2_000; // as a search in the database (security 2, row 32)
const tooMany = (went: number) => `The search went through the first ${went} series only: name a study or a series.`;
const mostMetadataBytes = 268_435_456;

/** Instances that match, by their series' manifests; one more than the limit where there are more. */
export async function findInstances(
  reading: Reading & { readonly portal: Portal },
  scope: CenterScope | DoctorScope,
  { read, wanted, exam, asking, address, root }: Finding,
): Promise<{ rows: DicomJson[]; warnings: string[] }> {
  const series = await reading.portal.db.within(scope, async (tx) => {
    await beginSearch(tx);
    const listed = await searchSeries(tx, scope, { ...wanted, limit: mostSeries + 1, offset: 0 });
    if (exam === null) await traceSearch(tx, asking, 'instance', listed.length);
    return listed;
  });
  const filters = read.filters.filter(({ key }) => key.level === 'instance');
  const rows: DicomJson[] = [];
  const { clock } = reading.portal;
  const until = clock.now().getTime() + longestMs;
  const mostMatching = countOfUids(filters);
  const above = {
    isStudyNamed: address.study !== undefined,
    isSeriesNamed: address.series !== undefined,
    include: read.include,
  };
  let skipped = 0;
  for (const [place, row] of series.entries()) {
    if (rows.length > read.limit || skipped + rows.length >= mostMatching) break;
    if (place === mostSeries || clock.now().getTime() > until) return { rows, warnings: [tooMany(place)] };
    if (filters.length === 0 && skipped + row.seriesInstances <= read.offset) {
      skipped += row.seriesInstances;
      continue;
    }
    const { examId, studyUid, seriesUid } = row;
    const opened = await openSeries(reading, scope, { examId, studyUid, seriesUid });
    const matching = opened.index.instances.filter((instance) => filters.every((filter) => matches(instance, filter)));
    const from = Math.min(matching.length, read.offset - skipped);
    skipped += from;
    const taken = matching.slice(from, from + read.limit + 1 - rows.length);
    rows.push(...(await shown(reading.portal, opened, taken, { row, root, above })));
  }
  return { rows, warnings: [] };
}

/** An instance's UID is one instance's: once all that are named are found there are no more. */
function countOfUids(filters: readonly Filter[]): number {
  const uids = filters.find(({ key }) => key.level === 'instance' && key.fact === 'uid');
  return uids === undefined ? Number.POSITIVE_INFINITY : new Set(listOf(uids.value)).size;
}

interface Showing {
  readonly row: SeriesFound;
  readonly root: Root;
  readonly above: Above;
}

async function shown(
  portal: Portal,
  series: OpenSeries,
  instances: readonly ManifestInstance[],
  { row, root, above }: Showing,
): Promise<DicomJson[]> {
  const { include } = above;
  const usual = instances.map((instance) => showInstance(instance, row, root, above));
  if (include !== 'all' && include.length === 0) return usual;
  const { gzip } = await readSeriesMetadata(portal, series);
  const plain = gunzipSync(await buffer(gzip), { maxOutputLength: mostMetadataBytes });
  return usual.map((json, place) => {
    const [start, length] = instances[place]?.metadata ?? [0, 0];
    const own = metadataShape.parse(JSON.parse(plain.toString('utf8', start, start + length)));
    return { ...picked(own, include), ...json };
  });
}

// our own manifest's: an object of elements by their tags
const metadataShape = z.record(
  z.string(),
  z.custom<DicomJson[string]>((value) => typeof value === 'object' && value !== null),
);

function matches(instance: ManifestInstance, { key, value }: Filter): boolean {
  if (key.level !== 'instance') return true;
  const fact = factOf(instance, key.fact);
  return fact !== null && listOf(value).includes(String(fact));
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
