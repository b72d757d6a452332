import * as core from '@cornerstonejs/core';
import { parseLoadError, startLibrary } from './library.ts';
import { FrameStore } from './loading/frame-store.ts';
import { deviceMemory, memoryBounds } from './loading/memory.ts';
import { type PrefetchedSeries, SeriesSource } from './loading/series-source.ts';
import type { MeasuringConfiguration } from './measure/measuring-tools.ts';
import type { ToolName } from './tool-names.ts';
import { activateTool, configureMeasuring, createToolGroup } from './tools.ts';

export interface SessionOptions {
  readonly isPhone: boolean;
  /** Called when the server rejects a request for an image or series of an exam: the screen's data may be stale. */
  readonly onRefused: (examId: string) => void;
  /** Metadata of a series, requested ahead. */
  readonly prefetched: PrefetchedSeries | undefined;
  /** Called when an image did not load. Cornerstone keeps showing the previous one. */
  readonly onLoadError: (imageId: string, error: unknown) => void;
  /** Returns whether a volume holds the image's values: they stay when the image leaves the cache. */
  readonly isHeld: (imageId: string) => boolean;
}

const engineId = 'exam';
const groupId = 'exam';

/** What the panes of an opened viewer share: the library, the loaded images, the tools. */
export class ViewerSession {
  readonly source: SeriesSource;
  readonly store: FrameStore;
  readonly bounds: ReturnType<typeof memoryBounds>;
  readonly engine: core.RenderingEngine;
  readonly #group: ReturnType<typeof createToolGroup>;
  readonly #stopLibrary: () => void;
  readonly #onLoadError: (event: Event) => void;

  constructor({ isPhone, onLoadError, isHeld, ...options }: SessionOptions) {
    this.source = new SeriesSource(options);
    this.bounds = memoryBounds(deviceMemory(), isPhone);
    this.store = new FrameStore(this.bounds.encodedBytes, this.source.fetchFrame);
    const { attributesOf, loadRendered } = this.source;
    const images = { store: this.store, attributesOf, loadRendered, isHeld };
    this.#stopLibrary = startLibrary(images, this.bounds.decodedBytes);
    this.engine = new core.RenderingEngine(engineId);
    this.#group = createToolGroup(groupId);
    this.#onLoadError = (event) => {
      if (!('detail' in event)) return;
      const { imageId, error } = parseLoadError(event.detail);
      onLoadError(imageId, error);
    };
    core.eventTarget.addEventListener(core.Enums.Events.IMAGE_LOAD_ERROR, this.#onLoadError);
  }

  /** Activates a tool for the left button and one finger, in all panes. */
  activateTool(tool: ToolName): void {
    activateTool(this.#group, tool);
  }

  /** Tells the measuring tools how to measure and what to write. */
  configureMeasuring(configuration: MeasuringConfiguration): void {
    configureMeasuring(this.#group, configuration);
  }

  /** Lets the tools act on a pane. Returns a function that ends it. */
  addPane(paneId: string): () => void {
    this.#group.addViewport(paneId, engineId);
    return () => this.#group.removeViewports(engineId, paneId);
  }

  /** Purges decoded images, to make room for a volume. */
  purgeImages(): void {
    core.cache.purgeCache();
  }

  /** Releases the library and all images, after the panes are detached. */
  close(): void {
    core.eventTarget.removeEventListener(core.Enums.Events.IMAGE_LOAD_ERROR, this.#onLoadError);
    this.engine.destroy();
    this.#stopLibrary();
    this.store.clear();
  }
}
