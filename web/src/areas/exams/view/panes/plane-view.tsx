import type { DataSet } from '@medcloud/dicom/json';
import { useCallback } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import type { MprState, PlaneState } from '../../../../viewer/mpr/mpr-state.ts';
import { followPointer } from '../../../../viewer/mpr/plane-pointer.ts';
import type { ViewName } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { OrientationLabels, onLight, PlanePatient, textOutline } from './overlay.tsx';
import { PlaneMeasurementsView } from './plane-measurements.tsx';
import { Track } from './scroll-track.tsx';

interface PlaneViewProps {
  viewer: Viewer;
  mpr: MprState;
  /** Attributes of an image of the series: whose it is, and when it was made. */
  facts: DataSet;
  planeState: PlaneState;
  view: ViewName;
  title: string;
  /** Shows window and zoom. */
  hasWindow: boolean;
  className?: string | undefined;
}

/** Shows a plane of a volume with its measurements. */
export function PlaneView({ viewer, mpr, facts, planeState, view, title, hasWindow, className }: PlaneViewProps) {
  const t = useText('viewer');
  const { orientationLabels } = planeState.plane;
  const attach = useCallback(
    (canvas: HTMLCanvasElement) => {
      const [detach, stopFollowing] = [viewer.mpr.attach(view, canvas), followPointer(viewer.mpr, view, canvas)];
      return () => {
        stopFollowing();
        detach();
      };
    },
    [viewer, view],
  );
  const windowText = useWindowText(mpr, planeState);
  return (
    <section
      aria-label={title}
      data-plane={view}
      onFocusCapture={() => viewer.mpr.selectPlane(view)}
      className={classes('relative min-h-0 min-w-0 overflow-hidden bg-v-field', className)}
    >
      <canvas
        ref={attach}
        role="img"
        aria-label={title}
        onContextMenu={(event) => event.preventDefault()}
        className="absolute inset-0 size-full cursor-crosshair touch-none text-v-reference"
      />
      <PlaneMeasurementsView viewer={viewer} mpr={mpr} view={view} />
      <div
        className={classes(
          'pointer-events-none absolute inset-0 text-small leading-5 text-v-overlay figures',
          textOutline,
        )}
      >
        <div className={classes('absolute top-3 left-4 max-w-[70%]', view === 'pet' && onLight)}>
          <p className="font-semibold">{title}</p>
          <p>{t('pane.slice', { index: String(planeState.index + 1), count: String(planeState.count) })}</p>
          <PlanePatient facts={facts} />
        </div>
        {hasWindow && (
          <p className="absolute right-7 bottom-3 text-right max-md:top-3 max-md:right-12 max-md:bottom-auto">
            {windowText.window}
            <span className="block">{windowText.zoom}</span>
          </p>
        )}
        <OrientationLabels labels={orientationLabels} />
      </div>
      <Track
        label={t('mpr.position', { plane: title })}
        index={planeState.index}
        count={planeState.count}
        onSeek={(index) => viewer.mpr.goTo(planeState.plane.name, index)}
      />
    </section>
  );
}

function useWindowText({ window }: MprState, { view }: PlaneState) {
  const t = useText('viewer');
  return {
    window: t('pane.window', { width: String(Math.round(window.width)), center: String(Math.round(window.center)) }),
    zoom: t('pane.zoom', { percent: String(Math.round(view.zoom * 100)) }),
  };
}
