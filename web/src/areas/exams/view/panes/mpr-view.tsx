import type { DataSet } from '@medcloud/dicom/json';
import { Box, CircleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import type { MprState, PlaneState } from '../../../../viewer/mpr/mpr.ts';
import { followPointer } from '../../../../viewer/mpr/plane-pointer.ts';
import { type PlaneName, planeNames } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { OrientationLabels, PlanePatient, textOutline } from './overlay.tsx';
import { PlaneMeasurementsView } from './plane-measurements.tsx';
import { PlanesFooter } from './planes-footer.tsx';
import { Track } from './scroll-track.tsx';
import { ViewerMessage } from './viewer-message.tsx';

interface MprViewProps {
  viewer: Viewer;
  mpr: MprState;
  /** Attributes of an image of the series: whose it is, and when it was made. */
  facts: DataSet;
  isPhone: boolean;
}

/** The axial plane is the largest: above the others on a tablet, beside them in a wide window. */
const gridClasses: Record<PlaneName, string> = {
  axial: 'col-span-2 lg:col-span-1 lg:row-span-2',
  coronal: '',
  sagittal: '',
};

function PlaneView({
  viewer,
  mpr,
  facts,
  planeState,
  isAlone,
}: {
  viewer: Viewer;
  mpr: MprState;
  facts: DataSet;
  planeState: PlaneState;
  isAlone: boolean;
}) {
  const t = useText('viewer');
  const { name, orientationLabels } = planeState.plane;
  const attach = useCallback(
    (canvas: HTMLCanvasElement) => {
      const [detach, stopFollowing] = [viewer.mpr.attach(name, canvas), followPointer(viewer.mpr, name, canvas)];
      return () => {
        stopFollowing();
        detach();
      };
    },
    [viewer, name],
  );
  const windowText = useWindowText(mpr, planeState);
  return (
    <section
      aria-label={t(`mpr.${name}`)}
      data-plane={name}
      onFocusCapture={() => viewer.mpr.selectPlane(name)}
      className={classes('relative min-h-0 min-w-0 overflow-hidden bg-v-field', !isAlone && gridClasses[name])}
    >
      <canvas
        ref={attach}
        role="img"
        aria-label={t(`mpr.${name}`)}
        onContextMenu={(event) => event.preventDefault()}
        className="absolute inset-0 size-full cursor-crosshair touch-none text-v-reference"
      />
      <PlaneMeasurementsView viewer={viewer} mpr={mpr} name={name} />
      <div
        className={classes(
          'pointer-events-none absolute inset-0 text-small leading-5 text-v-overlay figures',
          textOutline,
        )}
      >
        <div className="absolute top-3 left-4 max-w-[46%]">
          <p className="font-semibold">{t(`mpr.${name}`)}</p>
          <p>{t('pane.slice', { index: String(planeState.index + 1), count: String(planeState.count) })}</p>
          <PlanePatient facts={facts} />
        </div>
        {(isAlone || name === 'axial') && (
          <p className="absolute right-7 bottom-3 text-right max-md:top-3 max-md:right-12 max-md:bottom-auto">
            {windowText.window}
            <span className="block">{windowText.zoom}</span>
          </p>
        )}
        <OrientationLabels labels={orientationLabels} />
      </div>
      <Track
        label={t('mpr.position', { plane: t(`mpr.${name}`) })}
        index={planeState.index}
        count={planeState.count}
        onSeek={(index) => viewer.mpr.goTo(name, index)}
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

/** Chooses the visible plane on a phone. */
function PlaneChoice({ viewer, mpr }: { viewer: Viewer; mpr: MprState }) {
  const t = useText('viewer');
  return (
    <fieldset aria-label={t('mpr.plane')} className="grid shrink-0 grid-cols-3 gap-2 bg-v-field px-3 py-1">
      {planeNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === mpr.active}
          onClick={() => viewer.mpr.selectPlane(name)}
          className={classes(
            'h-11 rounded-card px-2 text-small font-strong focus-visible:outline-v-active',
            name === mpr.active ? 'bg-v-active text-v-on-active' : 'bg-v-raised',
          )}
        >
          {t(`mpr.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Shows why there are no planes, with a button that leaves the layout. */
function NoPlanes({ viewer, mpr }: { viewer: Viewer; mpr: MprState }) {
  const t = useText('viewer');
  const backButton = (
    <Button variant={mpr.phase === 'failed' ? 'quiet' : 'primary'} onClick={() => viewer.closeMpr()}>
      {t('mpr.leave')}
    </Button>
  );
  if (mpr.phase === 'failed')
    return (
      <ViewerMessage icon={CircleAlert} title={t('mpr.failed')} text={t('mpr.failedText')} isLive>
        <Button variant="primary" onClick={() => viewer.openMpr()}>
          {t('tryAgain')}
        </Button>
        {backButton}
      </ViewerMessage>
    );
  return (
    <ViewerMessage icon={Box} title={t('mpr.none')} text={t(`mpr.why.${mpr.volumeFault ?? 'few'}`)} isLive>
      {backButton}
    </ViewerMessage>
  );
}

/** Shows three planes through one volume that intersect in one point. A phone shows one of them. */
export function MprView({ viewer, mpr, facts, isPhone }: MprViewProps) {
  const names = planeNames.filter((name) => !isPhone || name === mpr.active);
  const hasPlanes = mpr.phase === 'loading' || mpr.phase === 'standing';
  return (
    <main data-mpr={mpr.phase} className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-v-field">
      {hasPlanes && isPhone && <PlaneChoice viewer={viewer} mpr={mpr} />}
      {hasPlanes && (
        <div
          className={classes(
            'grid min-h-0 flex-1 gap-px bg-v-line',
            !isPhone && 'grid-cols-2 grid-rows-[3fr_2fr] lg:grid-cols-[3fr_2fr] lg:grid-rows-2',
          )}
        >
          {names.map((name) => {
            const planeState = mpr.planes[name];
            return planeState && <PlaneView key={name} {...{ viewer, mpr, facts, planeState }} isAlone={isPhone} />;
          })}
        </div>
      )}
      {hasPlanes ? <PlanesFooter mpr={mpr} /> : <NoPlanes viewer={viewer} mpr={mpr} />}
    </main>
  );
}
