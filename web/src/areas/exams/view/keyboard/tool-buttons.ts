import {
  Circle,
  Contrast,
  Crosshair,
  FlipHorizontal2,
  Hand as HandIcon,
  Layers,
  type LucideIcon,
  MoveUpLeft,
  Pipette,
  Rotate3d,
  RotateCcw,
  RotateCw,
  Ruler,
  Spline,
  Square,
  Star,
  SunMoon,
  Trash2,
  TriangleRight,
  Type,
  ZoomIn,
} from 'lucide-react';
import type { MprToolName, ToolName } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';

/** The icon and the key of each tool. */
export const toolButtons: Record<ToolName, { readonly icon: LucideIcon; readonly key: string }> = {
  window: { icon: Contrast, key: 'W' },
  scroll: { icon: Layers, key: 'S' },
  zoom: { icon: ZoomIn, key: 'Z' },
  pan: { icon: HandIcon, key: 'P' },
  length: { icon: Ruler, key: 'L' },
  angle: { icon: TriangleRight, key: 'A' },
  rectangle: { icon: Square, key: 'R' },
  ellipse: { icon: Circle, key: 'E' },
  probe: { icon: Pipette, key: 'D' },
  cobb: { icon: Spline, key: 'B' },
  arrow: { icon: MoveUpLeft, key: 'V' },
  text: { icon: Type, key: 'Y' },
};

/** The icon and the key of each MPR tool. Tools shared with the image layout keep their keys. */
export const mprToolButtons: Record<MprToolName, { readonly icon: LucideIcon; readonly key: string }> = {
  cross: { icon: Crosshair, key: 'X' },
  turn: { icon: Rotate3d, key: 'T' },
  window: toolButtons.window,
  scroll: toolButtons.scroll,
  zoom: toolButtons.zoom,
  pan: toolButtons.pan,
  length: toolButtons.length,
  angle: toolButtons.angle,
  rectangle: toolButtons.rectangle,
  ellipse: toolButtons.ellipse,
  probe: toolButtons.probe,
};

/** Opens and closes the MPR planes. */
export const mprKey = 'M';

/** Lays PET over CT, and takes it off. */
export const fusionKey = 'H';

/** The changes that apply to the image immediately. */
export const changes = ['invert', 'rotate', 'flip', 'reset', 'remove'] as const;
export type Change = (typeof changes)[number];

export const changeButtons: Record<
  Change,
  { readonly icon: LucideIcon; readonly key: string; readonly apply: (viewer: Viewer) => void }
> = {
  invert: { icon: SunMoon, key: 'I', apply: (viewer) => viewer.view.invert() },
  rotate: { icon: RotateCw, key: 'T', apply: (viewer) => viewer.activePane.rotate() },
  flip: { icon: FlipHorizontal2, key: 'F', apply: (viewer) => viewer.activePane.flip() },
  reset: { icon: RotateCcw, key: '0', apply: (viewer) => viewer.view.reset() },
  remove: {
    icon: Trash2,
    key: 'Delete',
    apply: (viewer) => (viewer.getSnapshot().mpr ? viewer.mpr.measuring.remove() : viewer.removeMeasurements()),
  },
};

/** Marks the shown image as a key image, or ends it. */
export const keyImageButton = { icon: Star, key: 'K' } as const;

/** Opens the list of measurements. */
export const listKey = 'N';
/** Opens and closes the list of segments and structures. */
export const overlaysKey = '/';
/** Moves the focus to the list of series. */
export const seriesListKey = 'Q';
/** Copies a link to the image. */
export const copyLinkKey = 'J';
/** Makes the next pane the active one. */
export const paneKey = 'O';

/** Make the slab thinner and thicker. */
export const slabKeys = ['[', ']'] as const;

/** The changes available in the MPR layout. */
export const mprChanges = ['invert', 'reset', 'remove'] as const satisfies readonly Change[];

/** Returns the tool that is active at the start and after a reset. */
export const defaultTool = (isPhone: boolean): ToolName => (isPhone ? 'scroll' : 'window');
