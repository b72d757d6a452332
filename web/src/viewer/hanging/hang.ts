import type { DataSet } from '@medcloud/dicom/json';
import { findFusionPair } from '../fusion/find-fusion-pair.ts';
import { planeNameOf } from '../links/image-plane.ts';
import type { PaneSeries } from '../loading/series-source.ts';
import type { Layout } from '../tool-names.ts';
import { rankSimilarSeries } from './find-similar-series.ts';
import { isFlipped, sideOf, viewOf } from './mammography.ts';
import { type HangingProtocol, protocols, type Selector } from './protocols.ts';

/** What a pane shows. */
export interface HungImage {
  readonly series: PaneSeries;
  /** Of the image in its series, from 0; undefined for the middle one. */
  readonly index: number | undefined;
  /** It is mirrored, so that the chest walls of both breasts meet in the middle. */
  readonly isFlipped: boolean;
}

/** An exam arranged by a protocol. */
export interface Hanging {
  readonly name: HangingProtocol['name'];
  readonly pages: readonly { readonly layout: Layout; readonly images: readonly HungImage[] }[];
  readonly isScrollLinked: boolean;
}

export interface ExamToHang {
  /** In viewing order. The first one with images is shown first. */
  readonly current: readonly PaneSeries[];
  readonly prior: readonly PaneSeries[] | undefined;
}

type ReadMetadata = (series: PaneSeries) => Promise<readonly DataSet[]>;

/** A series with the metadata of its instances. */
export interface SeriesMetadata {
  readonly series: PaneSeries;
  readonly metadata: readonly DataSet[];
}

// Metadata are read for so many series of an exam; the others are not considered.
const maxRead = 12;
// The list says most about likeness; only these are read before the prior exam is shown.
const maxCompared = 4;

/** Arranges an exam by the first protocol that fits. Rejects if metadata cannot be read. */
export async function hang(exam: ExamToHang, readMetadata: ReadMetadata): Promise<Hanging | null> {
  for (const protocol of protocols.filter((one) => fits(one, exam))) {
    const [current, prior] = await Promise.all(
      [exam.current, exam.prior ?? []].map((series) => readSeries(protocol, exam, series, readMetadata)),
    );
    const pages = protocol.pages.map(({ layout, panes }) => ({ layout, images: fill(panes, { current, prior }) }));
    const isComplete = pages.every(({ images }, page) => images.length === protocol.pages[page]?.panes.length);
    if (isComplete) return { name: protocol.name, pages, isScrollLinked: protocol.isScrollLinked };
  }
  return null;
}

const ofModality = (protocol: HangingProtocol, series: readonly PaneSeries[]) =>
  series.filter(({ modality, frames }) => frames > 0 && (protocol.modalities?.some((one) => one === modality) ?? true));

/** Returns whether an exam, and its prior where there is one, has the series that a protocol arranges. */
function fits(protocol: HangingProtocol, { current, prior }: ExamToHang): boolean {
  if (protocol.hasPrior !== (prior !== undefined)) return false;
  return [current, ...(prior ? [prior] : [])].every((series) => {
    const found = ofModality(protocol, series);
    const hasEach = protocol.modalities?.every((one) => found.some(({ modality }) => modality === one)) ?? true;
    return hasEach && found.length >= protocol.series.min && found.length <= protocol.series.max;
  });
}

/** Reads the metadata of those series that a protocol may choose from. */
async function readSeries(
  protocol: HangingProtocol,
  { current }: ExamToHang,
  series: readonly PaneSeries[],
  readMetadata: ReadMetadata,
): Promise<readonly SeriesMetadata[]> {
  const candidates = ofModality(protocol, series);
  const [first] = ofModality(protocol, current);
  if (protocol.name === 'single' || !first) return candidates.map((one) => ({ series: one, metadata: [] }));
  const isCurrent = series === current;
  // a comparison needs the first series, and those of the prior that may be like it
  const isComparison = protocol.name === 'compare';
  const ranked = isComparison && !isCurrent ? rankByList(first, candidates) : candidates;
  const read = ranked.slice(0, isComparison ? (isCurrent ? 1 : maxCompared) : maxRead);
  return await Promise.all(read.map(async (one) => ({ series: one, metadata: await readMetadata(one) })));
}

const rankByList = (wanted: PaneSeries, candidates: readonly PaneSeries[]) =>
  rankSimilarSeries(
    { series: wanted, attributes: undefined },
    candidates.map((series) => ({ series, attributes: undefined })),
  ).map(({ series }) => series);

type SeriesOfExams = Readonly<Record<Selector['exam'], readonly SeriesMetadata[] | undefined>>;

/** Returns the images of a page, fewer if a pane finds none. */
function fill(panes: readonly Selector[], exams: SeriesOfExams): readonly HungImage[] {
  const hung: HungImage[] = [];
  for (const selector of panes) {
    const image = select(selector, exams[selector.exam] ?? [], hung, exams);
    if (image) hung.push(image);
  }
  return hung;
}

function select(
  selector: Selector,
  candidates: readonly SeriesMetadata[],
  hung: readonly HungImage[],
  exams: SeriesOfExams,
): HungImage | undefined {
  if (selector.image) return selectView(selector.image, candidates);
  if (selector.petCt) return selectPetCt(selector.petCt, candidates);
  const attributesOf = (series: PaneSeries | undefined) =>
    [...(exams.current ?? []), ...(exams.prior ?? [])].find((one) => one.series === series)?.metadata[0];
  if (selector.like !== undefined) {
    const wanted = hung[selector.like]?.series;
    const compared = candidates.map(({ series, metadata }) => ({ series, attributes: metadata[0] }));
    const [similar] = wanted ? rankSimilarSeries({ series: wanted, attributes: attributesOf(wanted) }, compared) : [];
    return similar && { series: similar.series, index: undefined, isFlipped: false };
  }
  const unused = candidates.filter(({ series }) => hung.every((one) => one.series !== series));
  const planes = new Set(hung.map(({ series }) => planeNameOf(attributesOf(series) ?? {})));
  const inNewPlane = unused.find(({ metadata: [first] }) => {
    const plane = first && planeNameOf(first);
    return plane !== undefined && !planes.has(plane);
  });
  const found = (selector.plane && inNewPlane) || unused[0];
  return found && { series: found.series, index: undefined, isFlipped: false };
}

/** Returns the CT, or the PET that lies over it; undefined if none does. */
function selectPetCt(part: NonNullable<Selector['petCt']>, candidates: readonly SeriesMetadata[]) {
  const pair = findFusionPair(candidates);
  if (typeof pair !== 'object') return undefined;
  return { series: part === 'ct' ? pair.ct : pair.pet, index: undefined, isFlipped: false };
}

/** Returns the only image of a breast in a view; undefined if there is none, or more than one. */
function selectView({ side, view }: NonNullable<Selector['image']>, candidates: readonly SeriesMetadata[]) {
  const found = candidates.flatMap(({ series, metadata }) =>
    metadata.flatMap((attributes, index) =>
      sideOf(attributes) === side && viewOf(attributes) === view
        ? [{ series, index, isFlipped: isFlipped(attributes, side) }]
        : [],
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}
