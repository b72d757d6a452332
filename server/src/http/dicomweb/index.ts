import type { AccessLogger } from '../../domain/dicomweb/access-logger.ts';
import type { RenderedImages } from '../../domain/imaging/cache/rendered-images.ts';
import type { Handler } from '../server/handler.ts';
import { bulkdataHandlers } from './bulkdata.ts';
import { frameHandlers } from './frames.ts';
import { metadataHandlers } from './metadata.ts';
import { renderedHandlers } from './rendered.ts';
import { renderedManyHandlers } from './rendered-many.ts';
import { retrieveHandlers } from './retrieve.ts';
import { searchHandlers } from './search.ts';
import { thumbnailHandlers } from './thumbnail.ts';

/** All handlers of DICOMweb. */
export const dicomWebHandlers: readonly Handler[] = [
  ...searchHandlers,
  ...retrieveHandlers,
  ...metadataHandlers,
  ...frameHandlers,
  ...bulkdataHandlers,
  ...renderedHandlers,
  ...renderedManyHandlers,
  ...thumbnailHandlers,
];

const flushIntervalMs = 60_000;

/** Starts the periodic flush of the access log. The returned function stops it and writes all remaining entries. */
export function startAccessLogFlush(accessLogger: AccessLogger): () => Promise<void> {
  const timer = setInterval(
    () => void accessLogger.flush({ shouldCloseAll: false }).catch(() => undefined),
    flushIntervalMs,
  );
  timer.unref();
  return async () => {
    clearInterval(timer);
    await accessLogger.flush({ shouldCloseAll: true });
  };
}

/** Starts the periodic storage of rendered images. The returned function stops it and stores those that remain. */
export function startRenderedImagesFlush(renderedImages: RenderedImages): () => Promise<void> {
  // a cache that cannot be written is only slower
  const flush = () => renderedImages.flush().catch(() => undefined);
  const timer = setInterval(() => void flush(), flushIntervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await flush();
  };
}
