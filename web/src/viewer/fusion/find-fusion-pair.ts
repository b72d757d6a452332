import { type DataSet, numbersOf, textOf, textsOf } from '@medcloud/dicom/json';

/** A series with the metadata of its instances. */
interface SeriesMetadata<S> {
  readonly series: S;
  readonly metadata: readonly DataSet[];
}

/** A CT and a PET of one frame of reference: their places in the patient can be compared. */
export interface FusionPair<S> {
  readonly ct: S;
  readonly pet: S;
}

/** Why a PET cannot lie over a CT. */
export type FusionFault = 'frameOfReference' | 'unplaced';

const frameOfReferenceOf = ({ metadata }: SeriesMetadata<unknown>) => textOf(metadata[0] ?? {}, '00200052');

// Fewer images are a localizer, or show one organ.
const minImages = 8;

const isPlaced = ({ metadata }: SeriesMetadata<unknown>) =>
  metadata.length >= minImages && metadata.every((attributes) => numbersOf(attributes, '00200032')?.length === 3);

/** Corrected for attenuation: the values of other PET series mean little, and their SUV is not defined. */
const isCorrected = ({ metadata }: SeriesMetadata<unknown>) => textsOf(metadata[0] ?? {}, '00280051').includes('ATTN');

/**
 * Returns the CT and the PET of an exam that lie over each other, or why none do: of the PET series with a CT of their
 * frame of reference the first that is corrected for attenuation, with the CT of most images. Undefined without PET, or
 * without CT.
 */
export function findFusionPair<S extends { readonly modality: string | null }>(
  candidates: readonly SeriesMetadata<S>[],
): FusionPair<S> | FusionFault | undefined {
  const ofModality = (modality: string) => candidates.filter(({ series }) => series.modality === modality);
  const [pets, cts] = [ofModality('PT'), ofModality('CT')];
  if (pets.length === 0 || cts.length === 0) return undefined;
  const [placedPets, placedCts] = [pets.filter(isPlaced), cts.filter(isPlaced)];
  if (placedPets.length === 0 || placedCts.length === 0) return 'unplaced';
  const pairs = placedPets.flatMap((pet) => {
    const frameOfReference = frameOfReferenceOf(pet);
    const same = placedCts.filter((ct) => frameOfReference && frameOfReferenceOf(ct) === frameOfReference);
    const [ct] = same.toSorted((one, other) => other.metadata.length - one.metadata.length);
    return ct ? [{ pet, ct }] : [];
  });
  const found = pairs.find(({ pet }) => isCorrected(pet)) ?? pairs[0];
  return found ? { ct: found.ct.series, pet: found.pet.series } : 'frameOfReference';
}
