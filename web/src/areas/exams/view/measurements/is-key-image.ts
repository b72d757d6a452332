import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';

/** Returns whether the image that a pane shows is marked as a key image. */
export function isKeyImage(viewer: Viewer, pane: PaneState | undefined): boolean {
  const imageId = pane?.frames[pane.index]?.imageId;
  return imageId !== undefined && viewer.measurements.isKeyImage(imageId);
}
