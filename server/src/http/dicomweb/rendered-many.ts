import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { frameCount } from '../../domain/imaging/indexing/frame-table.ts';
import type { ManifestInstance } from '../../domain/imaging/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import type { PictureFormat } from '../../domain/imaging/pictures/encode-picture.ts';
import { acceptedBy, bothEdges, type DicomWebCall, quickReadingOf, readingOf } from './call.ts';
import { give } from './give.ts';
import { givePicture, pictureFormat, pictureOf, readViewport, readWindow } from './give-picture.ts';
import { multipartOf } from './multipart.ts';

const { dicomWeb } = routes;

// Each is decoded and painted for this answer: some 2 s of a core.
const mostPictures = 64;

interface Image {
  readonly series: OpenSeries;
  readonly instance: ManifestInstance;
}

/** WADO-RS rendered (PS3.18 10.4.1.1.3) of many images: the middle one, or a part each where the client names multipart/related. */
async function answerRendered(call: DicomWebCall, opened: readonly OpenSeries[]): Promise<unknown> {
  const asked = { window: readWindow(call.query), within: readViewport(call.query) };
  const images = opened.flatMap((series) =>
    series.index.instances
      .filter(({ frames }) => frameCount(frames) > 0)
      .map((instance): Image => ({ series, instance })),
  );
  const middle = images[Math.floor(images.length / 2)];
  if (middle === undefined) throw new Fault('not_found');
  // whoever takes anything takes one picture
  const [wanted] = acceptedBy(call).filter(({ type }) => type.startsWith('image/') || type === '*/*');
  if (wanted?.isMultipart && wanted.type !== '*/*') return await giveAll(call, images, middle, asked);
  const frame = Math.floor(frameCount(middle.instance.frames) / 2) + 1;
  return await givePicture(call, middle.series, { instance: middle.instance, frame, ...asked });
}

async function giveAll(
  call: DicomWebCall,
  images: readonly Image[],
  { series }: Image,
  asked: Pick<Parameters<typeof pictureOf>[2], 'window' | 'within'>,
): Promise<unknown> {
  const { scope, asking, imaging, out, portal } = call;
  const format = pictureFormat(acceptedBy(call));
  const chosen = evenly(images, mostPictures);
  if (chosen.length < images.length)
    out.header('warning', `299 medcloud "${chosen.length} of ${images.length} images, evenly chosen, are rendered."`);
  await imaging.viewings.note(scope, asking, series.row, 'pictures', chosen.length);
  const pictures = painted(call, chosen, { ...asked, format });
  // painted before the first header leaves: where nothing can be, that is the answer
  const first = await pictures.next();
  if (first.done) throw new Fault('not_acceptable');
  const body = multipartOf(`image/${format}`, portal.random);
  return await give(call, {
    examId: series.row.examId,
    headers: { 'content-type': body.contentType },
    sizeBytes: null,
    bytes: async () => body.bytes(startingWith(first.value, pictures)),
  });
}

/** Pictures in turn, each made when the one before it has left; what cannot be painted is left out. */
async function* painted(
  call: DicomWebCall,
  images: readonly Image[],
  asked: Pick<Parameters<typeof pictureOf>[2], 'window' | 'within'> & { format: PictureFormat },
): AsyncGenerator<Uint8Array> {
  for (const { series, instance } of images) {
    const picture = await pictureOf(call, series, { instance, frame: 1, ...asked }).catch(nullWhereUnpainted);
    if (picture !== null) yield picture;
  }
}

function nullWhereUnpainted(error: unknown): null {
  if (error instanceof Fault && (error.code === 'not_acceptable' || error.code === 'not_found')) return null;
  throw error;
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** As many of a list as may be, the first and the last among them. */
function evenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const places = Array.from({ length: most }, (_, index) => Math.round((index * (list.length - 1)) / (most - 1)));
  return list.filter((_, place) => places.includes(place));
}

async function ofStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  return await answerRendered(call, await openServedStudy(readingOf(call), call.scope, call.params));
}

async function ofSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  return await answerRendered(call, [await openServedSeries(quickReadingOf(call), call.scope, call.params)]);
}

export const renderedManyEdges = [
  ...bothEdges([dicomWeb.studyRendered, dicomWeb.examStudyRendered], ofStudy),
  ...bothEdges([dicomWeb.seriesRendered, dicomWeb.examSeriesRendered], ofSeries),
];
