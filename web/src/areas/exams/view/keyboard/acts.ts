import {
  Circle,
  Contrast,
  Crosshair,
  FlipHorizontal2,
  Hand as HandIcon,
  Layers,
  type LucideIcon,
  Pipette,
  RotateCcw,
  RotateCw,
  Ruler,
  Square,
  SunMoon,
  Trash2,
  TriangleRight,
  ZoomIn,
} from 'lucide-react';
import type { Hand, MprHand } from '../../../../viewer/hands.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';

/** Every tool with its picture and its key. */
export const handLooks: Record<Hand, { readonly icon: LucideIcon; readonly key: string }> = {
  window: { icon: Contrast, key: 'W' },
  scroll: { icon: Layers, key: 'S' },
  zoom: { icon: ZoomIn, key: 'Z' },
  pan: { icon: HandIcon, key: 'P' },
  length: { icon: Ruler, key: 'L' },
  angle: { icon: TriangleRight, key: 'A' },
  rectangle: { icon: Square, key: 'R' },
  ellipse: { icon: Circle, key: 'E' },
  probe: { icon: Pipette, key: 'D' },
};

/** The same of the tools of planes; those of a picture keep their keys. */
export const mprHandLooks: Record<MprHand, { readonly icon: LucideIcon; readonly key: string }> = {
  cross: { icon: Crosshair, key: 'X' },
  window: handLooks.window,
  scroll: handLooks.scroll,
  zoom: handLooks.zoom,
  pan: handLooks.pan,
};

/** Opens the planes and leaves them. */
export const mprKey = 'M';

/** What is done to the picture at once. */
export const changes = ['invert', 'rotate', 'flip', 'reset', 'remove'] as const;
export type Change = (typeof changes)[number];

export const changeLooks: Record<
  Change,
  { readonly icon: LucideIcon; readonly key: string; readonly do: (viewer: Viewer) => void }
> = {
  invert: { icon: SunMoon, key: 'I', do: (viewer) => viewer.invert() },
  rotate: { icon: RotateCw, key: 'T', do: (viewer) => viewer.rotate() },
  flip: { icon: FlipHorizontal2, key: 'F', do: (viewer) => viewer.flip() },
  reset: { icon: RotateCcw, key: '0', do: (viewer) => viewer.reset() },
  remove: { icon: Trash2, key: 'Delete', do: (viewer) => viewer.removeMeasurements() },
};

/** Opens the list of measurements. */
export const listKey = 'N';

/** What may be done to planes. */
export const mprChanges = ['invert', 'reset'] as const satisfies readonly Change[];

/** Which tool one begins with, and falls back to. */
export const firstHand = (isPhone: boolean): Hand => (isPhone ? 'scroll' : 'window');
