import type { Viewer } from '../../../../viewer/viewer.ts';
import type { FusionOffer } from './use-fusion-offer.ts';

/** Lays the exam's PET over its CT, or takes it off. The planes stay. */
export function toggleFusion(viewer: Viewer, offer: FusionOffer): void {
  const { fusion, mpr } = viewer.getSnapshot();
  if (fusion) viewer.fusion.close();
  else if (typeof offer === 'object') void viewer.openFusion(offer, mpr ? 'planes' : 'pet-ct');
}
