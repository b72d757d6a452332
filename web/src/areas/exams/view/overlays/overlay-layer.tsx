import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { addScaled, type Vector } from '../../../../viewer/links/image-plane.ts';
import { drawOverlays } from '../../../../viewer/overlays/draw-overlays.ts';
import type { ExamOverlays } from '../../../../viewer/overlays/exam-overlays.ts';
import { overlayImageOf } from '../../../../viewer/overlays/overlay-image.ts';
import { imagePlaneModule } from '../../../../viewer/stack/image-metadata.ts';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';

interface OverlayLayerProps {
  overlays: ExamOverlays;
  viewer: Viewer;
  paneIndex: number;
  pane: PaneState;
}

/** Draws the shown overlays over a pane's image. It is as large as the pane's canvas. */
export function OverlayLayer({ overlays, viewer, paneIndex, pane }: OverlayLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = useSyncExternalStore(overlays.subscribe, overlays.getSnapshot);
  const { frames, index } = pane;
  const image = useMemo(() => overlayImageOf(frames, index), [frames, index]);
  const plane = useMemo(() => imagePlaneModule(frames[index]?.attributes ?? {}), [frames, index]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pane's state is where its image is, the overlays' what is shown
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || !image) return;
    const scale = window.devicePixelRatio;
    element.width = Math.round(element.clientWidth * scale);
    element.height = Math.round(element.clientHeight * scale);
    const { rowCosines, columnCosines, imagePositionPatient, rowPixelSpacing, columnPixelSpacing } = plane;
    const [x = 0, y = 0, z = 0] = imagePositionPatient;
    const first: Vector = [x, y, z];
    const toCanvas = (point: Vector) => viewer.toCanvas(paneIndex, point);
    const cornerToCanvas = (column: number, row: number) =>
      toCanvas(
        addScaled(
          addScaled(first, rowCosines, (column - 0.5) * columnPixelSpacing),
          columnCosines,
          (row - 0.5) * rowPixelSpacing,
        ),
      );
    drawOverlays(overlays, { context, image, toCanvas, cornerToCanvas, scale });
  }, [overlays, viewer, paneIndex, pane, state, image, plane]);
  return <canvas ref={canvas} data-overlays className="absolute inset-0 size-full" />;
}
