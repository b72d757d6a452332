import * as core from '@cornerstonejs/core';
import * as loader from '@cornerstonejs/dicom-image-loader';
import * as tools from '@cornerstonejs/tools';
import type { DataSet } from '@medcloud/dicom/json';
import type { EncodedFrame, FrameStore } from './loading/frame-store.ts';
import { getMetadataModule } from './stack/image-metadata.ts';
import { isWithinStoredBits } from './stack/is-readable.ts';
import { toolClasses } from './tools.ts';

/** Cornerstone's data source: image attributes by image id, and encoded frames. */
export interface ImageSource {
  attributesOf(imageId: string): DataSet | undefined;
  readonly store: FrameStore;
  /**
   * Loads an image rendered by the server, for images the browser cannot decode. Its attributes then replace the
   * file's.
   */
  loadRendered(imageId: string): Promise<EncodedFrame>;
  /** Returns whether a volume holds the image's values: they must stay when it leaves the cache. */
  isHeld(imageId: string): boolean;
}

const scheme = 'frame';
// Before Cornerstone's own providers, which do not know our images.
const highestPriority = 100_000;

/** Creates a metadata provider for our images. It returns undefined for other ids and for unknown modules. */
function createProvider(source: ImageSource) {
  return (name: string, imageId: unknown) => {
    if (typeof imageId !== 'string' || !imageId.startsWith(`${scheme}:`)) return undefined;
    const attributes = source.attributesOf(imageId);
    return attributes && getMetadataModule(attributes, name);
  };
}

async function decode(imageId: string, { bytes, transferSyntax }: EncodedFrame, options: Record<string, unknown>) {
  // Cornerstone's worker gets its own bytes; the store keeps the original
  const image = await loader.createImage(imageId, bytes, transferSyntax, { ...options, preScale: { enabled: true } });
  if (!('getPixelData' in image)) throw new Error('The decoder returned no image');
  return image;
}

async function decodeOrLoadRendered(
  source: ImageSource,
  imageId: string,
  frame: EncodedFrame,
  options: Record<string, unknown>,
) {
  try {
    return checkImage(await decode(imageId, frame, options), source.attributesOf(imageId));
  } catch (error) {
    console.error(error); // fall back to the image rendered by the server
    const rendered = await source.loadRendered(imageId).catch(() => {
      throw error;
    });
    source.store.replace(imageId, rendered);
    return await decode(imageId, rendered, options);
  }
}

type DecodedImage = Awaited<ReturnType<typeof decode>>;

/**
 * Throws if a decoder returned fewer or more values than the image has, or gray values that its stored bits cannot
 * hold.
 */
function checkImage(image: DecodedImage, attributes: DataSet | undefined): DecodedImage {
  const expectedLength = image.rows * image.columns * image.numberOfComponents;
  if (image.getPixelData().length !== expectedLength) throw new Error('The decoder returned an image of another size');
  if (attributes && image.numberOfComponents === 1 && !isWithinStoredBits(attributes, image))
    throw new Error('The decoder returned values beyond the stored bits');
  return image;
}

/**
 * Prevents unhandled rejections: the cache derives a second promise for each image, and no code handles its rejection
 * (`loadAndCacheImage` of @cornerstonejs/core 5). The requester handles the first promise and shows the error.
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
 * Frees the buffer of an image that leaves the cache at once. Left to the garbage collector, some hundred megabytes
 * accumulate during scrolling. A pane renders from its own copy; images that a pane shows or is about to show are
 * skipped.
 */
function releaseBuffer(image: DecodedImage): void {
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

/** Initializes Cornerstone once per page and connects it to `source`. Returns a function that disconnects it. */
export function startLibrary(source: ImageSource, decodedBytes: number): () => void {
  if (!core.isCornerstoneInitialized()) {
    // up to four panes share one context: separate ones would each have their own programs and textures
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
    const release = (image: DecodedImage) => !source.isHeld(imageId) && releaseBuffer(image);
    return { promise, decache: () => void promise.then(release, () => undefined) };
  });
  const provider = createProvider(source);
  core.metaData.addProvider(provider, highestPriority);
  return () => {
    core.metaData.removeProvider(provider);
    tools.annotation.state.removeAllAnnotations();
    core.cache.purgeCache();
  };
}

/** Styles measurements: yellow with a dark edge, the value on a dotted leader line (tokens, 05 Viewer). */
function styleMeasurements(): void {
  const yellow = 'oklch(0.885 0.155 98)';
  const selected = 'oklch(0.74 0.1 215)';
  const locked = 'oklch(0.82 0.11 155)'; // another author's
  const styles = tools.annotation.config.style.getDefaultToolStyles();
  tools.annotation.config.style.setDefaultToolStyles({
    ...styles,
    global: {
      ...styles.global,
      color: yellow,
      colorHighlighted: yellow,
      colorSelected: selected,
      colorLocked: locked,
      textBoxColor: yellow,
      textBoxColorHighlighted: yellow,
      textBoxColorSelected: selected,
      textBoxColorLocked: locked,
      textBoxFontFamily: 'Inter Variable, system-ui, sans-serif',
      textBoxFontSize: '13px',
      lineWidth: '1.5',
    },
  });
}

/** Parses the detail of Cornerstone's IMAGE_LOAD_ERROR event. */
export function parseLoadError(detail: unknown): { imageId: string; error: unknown } {
  if (typeof detail !== 'object' || detail === null || !('imageId' in detail)) return { imageId: '', error: undefined };
  return { imageId: String(detail.imageId), error: 'error' in detail ? detail.error : undefined };
}
