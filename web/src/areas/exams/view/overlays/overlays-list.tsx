import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import type { OverlaysView } from './use-overlays.ts';

const OverlaysPanel = lazyComponent(async () => (await import('./overlays-panel.tsx')).OverlaysPanel);

interface OverlaysListProps {
  view: OverlaysView;
  exams: readonly ViewerExam[];
  viewer: Viewer;
  state: ViewerState;
}

/** Shows the list of segments and structures while it is open. Planes have none. */
export function OverlaysList({ view, ...props }: OverlaysListProps) {
  if (!view.isOpen || props.state.mpr) return null;
  return <OverlaysPanel {...props} overlays={view.overlays} onCreate={view.setOverlays} onClose={view.close} />;
}
