import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { serverTranslator } from '@medcloud/text/node';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { frameCount } from '../../domain/imaging/index/frame-table.ts';
import type { ManifestInstance } from '../../domain/imaging/index/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import type { ImageFormat } from '../../domain/imaging/render/encode-image.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getCachedReadContext, getReadContext } from './call.ts';
import { createMultipartStream } from './multipart.ts';
import { sendBytes } from './send-bytes.ts';
import { negotiateImageFormat, parseViewport, parseWindow, renderImage, sendRendered } from './send-rendered.ts';

const { dicomWeb } = routes;

// Each image is decoded and rendered for this response: about 2 s of a core for all.
const maxImages = 64;

interface Image {
  readonly series: OpenSeries;
  readonly instance: ManifestInstance;
}

/**
 * WADO-RS rendered (PS3.18 10.4.1.1.3) for many images: sends the middle one, or one part each if the client names
 * multipart/related.
 */
async function handleRendered(call: DicomWebCall, seriesList: readonly OpenSeries[]): Promise<unknown> {
  const renderOptions = { window: parseWindow(call.query), within: parseViewport(call.query) };
  const images = seriesList.flatMap((series) =>
    series.index.instances
      .filter(({ frames }) => frameCount(frames) > 0)
      .map((instance): Image => ({ series, instance })),
  );
  const middle = images[Math.floor(images.length / 2)];
  if (middle === undefined) throw new Fault('not_found');
  // a client that accepts any type gets one image
  const [wanted] = getAcceptedTypes(call).filter(({ type }) => type.startsWith('image/') || type === '*/*');
  if (wanted?.isMultipart && wanted.type !== '*/*') return await sendAll(call, images, middle, renderOptions);
  const frame = Math.floor(frameCount(middle.instance.frames) / 2) + 1;
  return await sendRendered(call, middle.series, { instance: middle.instance, frame, ...renderOptions });
}

async function sendAll(
  call: DicomWebCall,
  images: readonly Image[],
  { series }: Image,
  renderOptions: Pick<Parameters<typeof renderImage>[2], 'window' | 'within'>,
): Promise<unknown> {
  const { scope, request, imaging, reply, context } = call;
  const format = negotiateImageFormat(getAcceptedTypes(call));
  const chosen = sampleEvenly(images, maxImages);
  if (chosen.length < images.length) {
    const t = serverTranslator('server/replies.dicomWeb', 'en');
    const warning = t('imagesSampled', { count: String(chosen.length), total: String(images.length) });
    reply.header('warning', `299 medcloud "${warning}"`);
  }
  await imaging.accessLogger.log(scope, request, series.row, 'pictures', chosen.length);
  const renderedImages = renderAll(call, chosen, { ...renderOptions, format });
  // Rendered before the headers are sent, so that a complete failure gets its own status.
  const first = await renderedImages.next();
  if (first.done) throw new Fault('not_acceptable');
  const body = createMultipartStream(`image/${format}`, context.random);
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: { 'content-type': body.contentType },
    sizeBytes: null,
    bytes: async () => body.bytes(prepend(first.value, renderedImages)),
  });
}

/** Renders images one after the other, each once the previous one is sent. Skips those that cannot be rendered. */
async function* renderAll(
  call: DicomWebCall,
  images: readonly Image[],
  renderOptions: Pick<Parameters<typeof renderImage>[2], 'window' | 'within'> & { format: ImageFormat },
): AsyncGenerator<Uint8Array> {
  for (const { series, instance } of images) {
    const rendered = await renderImage(call, series, { instance, frame: 1, ...renderOptions }).catch(
      nullIfNotRenderable,
    );
    if (rendered !== null) yield rendered;
  }
}

function nullIfNotRenderable(error: unknown): null {
  if (error instanceof Fault && (error.code === 'not_acceptable' || error.code === 'not_found')) return null;
  throw error;
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** Returns at most `maxCount` items at even intervals, including the first and the last. */
function sampleEvenly<T>(list: readonly T[], maxCount: number): readonly T[] {
  if (list.length <= maxCount) return list;
  const indexes = Array.from({ length: maxCount }, (_, index) =>
    Math.round((index * (list.length - 1)) / (maxCount - 1)),
  );
  return list.filter((_, index) => indexes.includes(index));
}

async function handleStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  return await handleRendered(call, await openServedStudy(getReadContext(call), call.scope, call.params));
}

async function handleSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  return await handleRendered(call, [await openServedSeries(getCachedReadContext(call), call.scope, call.params)]);
}

export const renderedManyHandlers = [
  ...createHandlers([dicomWeb.studyRendered, dicomWeb.examStudyRendered], handleStudy),
  ...createHandlers([dicomWeb.seriesRendered, dicomWeb.examSeriesRendered], handleSeries),
];
