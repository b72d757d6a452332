import * as core from '@cornerstonejs/core';
import * as loader from '@cornerstonejs/dicom-image-loader';
import * as tools from '@cornerstonejs/tools';
import type { DataSet } from './dicom-json.ts';
import type { EncodedFrame, FrameStore } from './loading/frame-store.ts';
import { getMetadataModule } from './stack/image-metadata.ts';
import { toolClasses } from './tools.ts';

/** What the drawing library reads from: pictures by their names, and their encoded bytes. */
export interface ImageSource {
  attributesOf(imageId: string): DataSet | undefined;
  readonly store: FrameStore;
  /** The portal paints what the browser cannot decode; from then on its facts are those of the painted picture. */
  loadRendered(imageId: string): Promise<Uint8Array>;
}

const scheme = 'frame';
// Before the library's own providers, which know nothing of our pictures.
const highestPriority = 100_000;

/** The facts that are the library's own to compute, under none of which it may find a picture of ours. */
function createProvider(source: ImageSource) {
  return (name: string, imageId: unknown) => {
    if (typeof imageId !== 'string' || !imageId.startsWith(`${scheme}:`)) return undefined;
    const attributes = source.attributesOf(imageId);
    return attributes && getMetadataModule(attributes, name);
  };
}

async function decode(imageId: string, { bytes, transferSyntax }: EncodedFrame, options: Record<string, unknown>) {
  // the worker takes the bytes it is given: the store keeps its own
  const image = await loader.createImage(imageId, bytes, transferSyntax, { ...options, preScale: { enabled: true } });
  if (!('getPixelData' in image)) throw new Error('The decoder gave no picture');
  return image;
}

const explicitLittle = '1.2.840.10008.1.2.1';

async function decodeOrLoadRendered(
  source: ImageSource,
  imageId: string,
  frame: EncodedFrame,
  options: Record<string, unknown>,
) {
  try {
    return checkSize(await decode(imageId, frame, options));
  } catch (error) {
    console.error(error); // a picture is found another way
    const bytes = await source.loadRendered(imageId).catch(() => {
      throw error;
    });
    return await decode(imageId, { bytes, transferSyntax: explicitLittle }, options);
  }
}

/** Fails where a decoder gave fewer or more values than the picture has. */
function checkSize(image: Awaited<ReturnType<typeof decode>>) {
  const expectedLength = image.rows * image.columns * image.numberOfComponents;
  if (image.getPixelData().length !== expectedLength) throw new Error('The decoder gave a picture of another size');
  return image;
}

/**
 * The cache keeps each picture that is asked for and fails once more beside whoever asked, with nobody listening
 * (`loadAndCacheImage` of @cornerstonejs/core 5): whoever asked hears of it, and shows it.
 */
function handleCacheFailures(): void {
  const put = core.cache.putImageLoadObject.bind(core.cache);
  core.cache.putImageLoadObject = (...args) => {
    const cached = put(...args);
    cached.catch(() => undefined);
    return cached;
  };
}

/**
 * Gives the memory of a picture that leaves the cache back at once: left to the collector, some hundred megabytes wait for
 * it while one leafs through. A pane draws from a copy of its own; what it shows, or is about to show, is left alone.
 */
function releaseBuffer(image: Awaited<ReturnType<typeof decode>>): void {
  const isInUse = (core.getRenderingEngines() ?? []).some((engine) =>
    engine.getViewports().some((pane) => {
      if (!(pane instanceof core.StackViewport)) return false;
      const shown = [pane.getCurrentImageId(), pane.getImageIds()[pane.getTargetImageIdIndex()]];
      return shown.includes(image.imageId);
    }),
  );
  const { buffer } = image.getPixelData();
  if (!isInUse && 'transfer' in buffer) buffer.transfer(0);
}

/** Makes the library ready once for the whole page, and lets it read from `source`. Returns how to stop reading. */
export function startLibrary(source: ImageSource, decodedBytes: number): () => void {
  if (!core.isCornerstoneInitialized()) {
    // four panes at most share the one context: each would have its own programs and textures
    const defaults = core.getConfiguration();
    core.init({ ...defaults, rendering: { ...defaults.rendering, webGlContextCount: 1 } });
    handleCacheFailures();
    loader.init({ maxWebWorkers: Math.max(1, Math.min(4, Math.floor((navigator.hardwareConcurrency || 2) / 2))) });
    tools.init();
    for (const tool of toolClasses) tools.addTool(tool);
    styleMeasurements();
  }
  core.cache.setMaxCacheSize(decodedBytes);
  core.registerImageLoader(scheme, (imageId, options = {}) => {
    const promise = source.store.get(imageId).then((frame) => decodeOrLoadRendered(source, imageId, frame, options));
    return { promise, decache: () => void promise.then(releaseBuffer, () => undefined) };
  });
  const provider = createProvider(source);
  core.metaData.addProvider(provider, highestPriority);
  return () => {
    core.metaData.removeProvider(provider);
    tools.annotation.state.removeAllAnnotations();
    core.cache.purgeCache();
  };
}

/** Measurements in yellow with a dark edge, their value on a dotted leader (tokens, 05 Viewer). */
function styleMeasurements(): void {
  const yellow = 'oklch(0.885 0.155 98)';
  const chosen = 'oklch(0.74 0.1 215)';
  const styles = tools.annotation.config.style.getDefaultToolStyles();
  tools.annotation.config.style.setDefaultToolStyles({
    ...styles,
    global: {
      ...styles.global,
      color: yellow,
      colorHighlighted: yellow,
      colorSelected: chosen,
      textBoxColor: yellow,
      textBoxColorHighlighted: yellow,
      textBoxColorSelected: chosen,
      textBoxFontFamily: 'Inter Variable, system-ui, sans-serif',
      textBoxFontSize: '13px',
      lineWidth: '1.5',
    },
  });
}

/** What the library says of a picture that it could not have. */
export function parseLoadError(detail: unknown): { imageId: string; error: unknown } {
  if (typeof detail !== 'object' || detail === null || !('imageId' in detail)) return { imageId: '', error: undefined };
  return { imageId: String(detail.imageId), error: 'error' in detail ? detail.error : undefined };
}
