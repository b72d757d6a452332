import { useText } from '../../../../text/language.tsx';
import { Progress } from '../../../../ui/feedback/progress.tsx';
import type { MprState } from '../../../../viewer/mpr/mpr-state.ts';
import type { ViewerState } from '../../../../viewer/viewer.ts';
import { useFusionNotes } from '../fusion/use-fusion-notes.ts';
import type { FusionOffer } from '../fusion/use-fusion-offer.ts';

/** Returns what must be known of the planes: reduced resolution, and what was corrected of the images' places. */
function usePlaneNotes({ coarseness, isShortOfMemory, geometry, measurements }: MprState): string[] {
  const t = useText('viewer');
  const tilt = geometry ? (Math.atan(Math.hypot(...geometry.shear)) * 180) / Math.PI : 0;
  const notes = [
    coarseness > 1 && t(isShortOfMemory ? 'mpr.short' : 'mpr.coarse', { factor: String(coarseness) }),
    tilt > 0 && t('mpr.tilted', { degrees: tilt.toFixed(1) }),
    geometry && geometry.missingCount > 0 && t('mpr.missing', { count: geometry.missingCount }),
    geometry &&
      geometry.valueScale.missing.length > 0 &&
      t('suv.missing', { terms: geometry.valueScale.missing.map((term) => t(`suv.${term}`)).join(', ') }),
    geometry && !geometry.isEven && geometry.missingCount === 0 && t('mpr.uneven'),
    geometry && geometry.frameOfReference === undefined && measurements.items.length > 0 && t('mpr.unsaved'),
  ];
  return notes.filter((note) => typeof note === 'string');
}

/** Shows the loading progress, notes on the planes, and the intended use. */
interface PlanesFooterProps {
  mpr: MprState;
  fusion: ViewerState['fusion'];
  offer: FusionOffer;
}

export function PlanesFooter({ mpr, fusion, offer }: PlanesFooterProps) {
  const t = useText('viewer');
  const pet = useFusionNotes(fusion, offer);
  const notes = [...usePlaneNotes(mpr), ...pet.notes];
  const loading = t('mpr.loading', { loaded: String(mpr.loaded), count: String(mpr.count) });
  return (
    <footer className="flex min-h-8 shrink-0 flex-wrap items-center justify-center gap-x-4 bg-v-field px-4 py-1 text-tiny text-v-muted">
      {mpr.phase === 'loading' && (
        <span className="flex items-center gap-3 text-small figures">
          {loading}
          <span className="block w-40">
            <Progress label={t('mpr.title')} done={mpr.loaded} total={mpr.count} />
          </span>
        </span>
      )}
      <span role="status" className="sr-only">
        {mpr.phase === 'standing' && (pet.ready ?? t('mpr.ready'))}
      </span>
      {pet.progress && <span className="text-small figures">{pet.progress}</span>}
      {notes.map((note) => (
        <span key={note} className="text-v-warn">
          {note}
        </span>
      ))}
      <span>{t('review')}</span>
    </footer>
  );
}
