import { hasFields, isBoolean, isInteger, isList, isNumber, isText, optional } from '../lib/checks.ts';
import type { FusionState, FusionView } from './fusion/fusion.ts';
import type { LinkState } from './links/pane-links.ts';
import type { MprState } from './mpr/mpr-state.ts';
import type { Window } from './stack/image-metadata.ts';
import type { PaneState } from './stack/pane.ts';
import { type Layout, layouts, maxPanes } from './tool-names.ts';

/** What the viewer shows, as the history entry of its page keeps it: layout, series, images, views and links. */

export interface PaneLayout {
  examId: string;
  studyUid: string;
  seriesUid: string;
  /** The image: its SOP Instance UID, and its frame from 1. Absent until the series is loaded. */
  sop?: string | undefined;
  frame?: number | undefined;
  /** The slice that belongs to the other panes' slices, from 0. */
  anchor?: number | undefined;
  view?: PaneLayoutView | undefined;
}

interface PaneLayoutView {
  window?: Window | undefined;
  isInverted: boolean;
  rotation: number;
  isFlipped: boolean;
  zoom: number;
  pan: [number, number];
}

export interface ViewerLayout {
  layout: Layout;
  active: number;
  /** Also those that the layout does not show. Null for an empty one. */
  panes: (PaneLayout | null)[];
  links: LinkState['kinds'];
  mode: 'images' | 'mpr';
  /** How the PET over the planes is arranged. Absent without one. */
  fusion?: FusionView | undefined;
}

const isPaneView = hasFields<PaneLayoutView>({
  window: optional(hasFields<Window>({ width: isNumber, center: isNumber })),
  isInverted: isBoolean,
  rotation: isNumber,
  isFlipped: isBoolean,
  zoom: (value) => isNumber(value) && value > 0,
  pan: (value) => isList(value, isNumber) && value.length === 2,
});

const isPaneLayout = hasFields<PaneLayout>({
  examId: isText,
  studyUid: isText,
  seriesUid: isText,
  sop: optional(isText),
  frame: optional(isInteger),
  anchor: optional(isInteger),
  view: optional(isPaneView),
});

const isViewerLayout = hasFields<ViewerLayout>({
  layout: (value) => layouts.some((layout) => layout === value),
  active: (value) => isInteger(value) && value >= 0 && value < maxPanes,
  panes: (value) => isList(value, (pane) => pane === null || isPaneLayout(pane)) && value.length <= maxPanes,
  links: hasFields<LinkState['kinds']>({ scroll: isBoolean, zoom: isBoolean, window: isBoolean }),
  mode: (value) => value === 'images' || value === 'mpr',
  fusion: optional((value) => value === 'planes' || value === 'pet-ct'),
});

/** Returns a kept layout, or null for anything else. */
export function parseLayout(value: unknown): ViewerLayout | null {
  return isViewerLayout(value) ? value : null;
}

/** The viewer's state, as far as it is kept. */
interface LayoutParts {
  readonly layout: Layout;
  readonly active: number;
  readonly panes: readonly PaneState[];
  readonly links: LinkState;
  readonly mpr: Pick<MprState, 'window' | 'isInverted'> | undefined;
  readonly fusion?: Pick<FusionState, 'view'> | 'starting' | 'failed' | undefined;
}

/**
 * Returns what the viewer shows. `anchorOf` gives the linked slice of a pane, `mprFrame` the image with the MPR cross,
 * which the active pane shows once the planes are closed.
 */
export function layoutOf(
  { layout, active, panes, links, mpr, fusion }: LayoutParts,
  anchorOf: (paneIndex: number) => number | undefined,
  mprFrame: { instanceUid: string; number: number } | undefined,
): ViewerLayout {
  const savedPanes = panes.map((pane, paneIndex) => paneLayoutOf(pane, anchorOf(paneIndex)));
  const shown = savedPanes[active];
  if (mpr && shown) {
    const view = shown.view && { ...shown.view, window: mpr.window, isInverted: mpr.isInverted };
    const image = mprFrame && { sop: mprFrame.instanceUid, frame: mprFrame.number };
    savedPanes[active] = { ...shown, ...image, view };
  }
  const mode = mpr ? 'mpr' : 'images';
  const fusionView = typeof fusion === 'object' ? fusion.view : undefined;
  return { layout, active, panes: savedPanes, links: links.kinds, mode, fusion: fusionView };
}

function paneLayoutOf(pane: PaneState, anchor: number | undefined): PaneLayout | null {
  const { series, frames, index } = pane;
  if (!series) return null;
  const { examId, studyUid, seriesUid } = series;
  const { window, isInverted, rotation, isFlipped, zoom, pan } = pane;
  const image = frames[index];
  if (!image) return { examId, studyUid, seriesUid };
  const view = { window, isInverted, rotation, isFlipped, zoom, pan: [pan[0], pan[1]] satisfies [number, number] };
  return { examId, studyUid, seriesUid, sop: image.instanceUid, frame: image.number, anchor, view };
}
