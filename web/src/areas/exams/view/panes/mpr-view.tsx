import type { DataSet } from '@medcloud/dicom/json';
import { Box, CircleAlert } from 'lucide-react';
import { classes } from '../../../../lib/classes.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import type { MprState } from '../../../../viewer/mpr/mpr-state.ts';
import { type PlaneName, planeNames } from '../../../../viewer/tool-names.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import type { FusionOffer } from '../fusion/use-fusion-offer.ts';
import { PlaneView } from './plane-view.tsx';
import { PlanesFooter } from './planes-footer.tsx';
import { ViewerMessage } from './viewer-message.tsx';

const FusionBar = lazyComponent(async () => (await import('../fusion/fusion-bar.tsx')).FusionBar);
const PetCtView = lazyComponent(async () => (await import('../fusion/pet-ct-view.tsx')).PetCtView);

interface MprViewProps {
  viewer: Viewer;
  mpr: MprState;
  fusion: ViewerState['fusion'];
  /** What can be fused in the exam, or why nothing can. */
  offer: FusionOffer;
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

/** Shows the three planes. A phone shows one of them. */
function ThreePlanes({ viewer, mpr, facts, isPhone }: Pick<MprViewProps, 'viewer' | 'mpr' | 'facts' | 'isPhone'>) {
  const t = useText('viewer');
  const names = planeNames.filter((name) => !isPhone || name === mpr.active);
  return (
    <>
      {isPhone && <PlaneChoice viewer={viewer} mpr={mpr} />}
      <div
        className={classes(
          'grid min-h-0 flex-1 gap-px bg-v-line',
          !isPhone && 'grid-cols-2 grid-rows-[3fr_2fr] lg:grid-cols-[3fr_2fr] lg:grid-rows-2',
        )}
      >
        {names.map((name) => {
          const planeState = mpr.planes[name];
          return (
            planeState && (
              <PlaneView
                key={name}
                {...{ viewer, mpr, facts, planeState }}
                view={name}
                title={t(`mpr.${name}`)}
                hasWindow={isPhone || name === 'axial'}
                className={isPhone ? undefined : gridClasses[name]}
              />
            )
          );
        })}
      </div>
    </>
  );
}

/** Shows the planes of a volume, which meet in one point, also with a PET over them. */
export function MprView({ viewer, mpr, fusion, offer, facts, isPhone }: MprViewProps) {
  const hasPlanes = mpr.phase === 'loading' || mpr.phase === 'standing';
  const shown = typeof fusion === 'object' ? fusion : undefined;
  return (
    <main
      data-images
      data-mpr={mpr.phase}
      data-fusion={shown?.phase}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-v-field"
    >
      {hasPlanes && shown && <FusionBar viewer={viewer} mpr={mpr} fusion={shown} />}
      {hasPlanes && shown?.view === 'pet-ct' && <PetCtView {...{ viewer, mpr, facts, isPhone }} fusion={shown} />}
      {hasPlanes && shown?.view !== 'pet-ct' && <ThreePlanes {...{ viewer, mpr, facts, isPhone }} />}
      {hasPlanes ? <PlanesFooter {...{ mpr, fusion, offer }} /> : <NoPlanes viewer={viewer} mpr={mpr} />}
    </main>
  );
}
