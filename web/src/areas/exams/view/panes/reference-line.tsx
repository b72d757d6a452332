import { useMemo } from 'react';
import { referenceLineOf } from '../../../../viewer/links/reference-line.ts';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';

interface ReferenceLineProps {
  viewer: Viewer;
  paneIndex: number;
  pane: PaneState;
  /** The active pane, if it is another one. */
  leading: PaneState | undefined;
}

/** Draws where the active pane's image crosses this pane's image. Renders nothing if they do not cross. */
export function ReferenceLine({ viewer, paneIndex, pane, leading }: ReferenceLineProps) {
  const [from, to] = [leading?.frames[leading.index]?.attributes, pane.frames[pane.index]?.attributes];
  const line = useMemo(() => (from && to ? referenceLineOf(from, to) : null), [from, to]);
  const ends = line?.map((point) => viewer.toCanvas(paneIndex, point));
  const [start, end] = ends ?? [];
  if (!start || !end) return null;
  const [x1, y1, x2, y2] = [...start, ...end].map(Math.round);
  return (
    <svg aria-hidden="true" data-reference-line className="absolute inset-0 size-full overflow-hidden text-v-reference">
      <line {...{ x1, y1, x2, y2 }} className="stroke-v-field" strokeWidth="3" opacity="0.6" />
      <line {...{ x1, y1, x2, y2 }} stroke="currentColor" strokeWidth="1.25" />
    </svg>
  );
}
