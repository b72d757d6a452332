import { useText } from '../../../../text/language.tsx';
import type { ViewerState } from '../../../../viewer/viewer.ts';
import type { FusionOffer } from './use-fusion-offer.ts';

interface FusionNotes {
  /** What must be known of the PET: why there is no fusion, or no SUV. */
  readonly notes: readonly string[];
  readonly progress: string | undefined;
  /** Announced once the PET is loaded. */
  readonly ready: string | undefined;
}

/** Returns what is to be said of a PET over the planes. */
export function useFusionNotes(fusion: ViewerState['fusion'], offer: FusionOffer): FusionNotes {
  const t = useText('viewer');
  if (fusion === undefined) {
    const notes = typeof offer === 'string' ? [t('fusion.unavailable', { why: t(`fusion.why.${offer}`) })] : [];
    return { notes, progress: undefined, ready: undefined };
  }
  if (fusion === 'starting') return { notes: [], progress: t('fusion.starting'), ready: undefined };
  if (fusion === 'failed') return { notes: [t('fusion.failed')], progress: undefined, ready: undefined };
  const { phase, volumeFault, missing, coarseness, loaded, count } = fusion;
  const notes = [
    volumeFault && t('fusion.noVolume', { why: t(`mpr.why.${volumeFault}`) }),
    phase === 'failed' && !volumeFault && t('fusion.failed'),
    missing.length > 0 && t('suv.missing', { terms: missing.map((term) => t(`suv.${term}`)).join(', ') }),
    coarseness > 1 && t('fusion.coarse', { factor: String(coarseness) }),
  ].filter((note) => typeof note === 'string');
  const progress =
    phase === 'loading' ? t('fusion.loading', { loaded: String(loaded), count: String(count) }) : undefined;
  return { notes, progress, ready: phase === 'standing' ? t('fusion.ready') : undefined };
}
