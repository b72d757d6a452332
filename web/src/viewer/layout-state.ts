import * as z from 'zod';
import type { LinkState } from './links/pane-links.ts';
import type { MprState } from './mpr/mpr.ts';
import type { PaneState } from './stack/pane.ts';
import { type Layout, layouts } from './tool-names.ts';

/** What the viewer shows, as the history entry of its page keeps it: layout, series, images, views and links. */

const paneLayout = z.object({
  examId: z.string(),
  studyUid: z.string(),
  seriesUid: z.string(),
  /** The image: its SOP Instance UID, and its frame from 1. Absent until the series is loaded. */
  sop: z.string().optional(),
  frame: z.number().int().optional(),
  /** The slice that belongs to the other panes' slices, from 0. */
  anchor: z.number().int().optional(),
  view: z
    .object({
      window: z.object({ width: z.number(), center: z.number() }).optional(),
      isInverted: z.boolean(),
      rotation: z.number(),
      isFlipped: z.boolean(),
      zoom: z.number().positive(),
      pan: z.tuple([z.number(), z.number()]),
    })
    .optional(),
});
export type PaneLayout = z.infer<typeof paneLayout>;

const viewerLayout = z.object({
  layout: z.enum(layouts),
  active: z.number().int().min(0).max(5),
  /** Also those that the layout does not show. Null for an empty one. */
  panes: z.array(paneLayout.nullable()).max(6),
  links: z.object({ scroll: z.boolean(), zoom: z.boolean(), window: z.boolean() }),
  mode: z.enum(['images', 'mpr']),
});
export type ViewerLayout = z.infer<typeof viewerLayout>;

/** Returns a kept layout, or null for anything else. */
export function parseLayout(value: unknown): ViewerLayout | null {
  return viewerLayout.safeParse(value).data ?? null;
}

/** The viewer's state, as far as it is kept. */
interface LayoutParts {
  readonly layout: Layout;
  readonly active: number;
  readonly panes: readonly PaneState[];
  readonly links: LinkState;
  readonly mpr: Pick<MprState, 'window' | 'isInverted'> | undefined;
}

/**
 * Returns what the viewer shows. `anchorOf` gives the linked slice of a pane, `mprFrame` the image with the MPR cross,
 * which the active pane shows once the planes are closed.
 */
export function layoutOf(
  { layout, active, panes, links, mpr }: LayoutParts,
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
  return { layout, active, panes: savedPanes, links: links.kinds, mode: mpr ? 'mpr' : 'images' };
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
