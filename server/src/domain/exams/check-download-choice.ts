import type { DownloadContent } from '@medcloud/contract/choices';
import { Fault } from '@medcloud/contract/faults';
import type { CenterScope, DoctorScope, ViewerScope } from '../authorization/scope.ts';
import { hasMarks } from './marks.ts';
import type { StoredOriginal } from './store.ts';

/** What to download, and what the person has confirmed. */
export interface DownloadChoice {
  content: DownloadContent;
  confirm?: 'yes' | 'infected' | undefined;
}

/**
 * Checks whether the file may leave in this form. Throws
 * - `infected`: a virus was found, and the center has not confirmed that it wants the file; doctors do not see the exam
 * - `not_scanned`: the virus scanner has not checked the file, which a doctor or patient wants
 * - `content_unconfirmed`: a doctor wants the original of an exam with marks, and has not confirmed it
 */
export function checkDownloadChoice(
  scope: ViewerScope,
  { marks, scanState }: Pick<StoredOriginal, 'marks' | 'scanState'>,
  { content, confirm }: DownloadChoice,
): void {
  if (scanState === 'infected' && (scope.kind !== 'center' || confirm !== 'infected')) throw new Fault('infected');
  if (scope.kind === 'center') return;
  if (scanState === 'waiting') throw new Fault('not_scanned');
  if (content === 'original' && hasMarks(marks) && confirm !== 'yes') throw new Fault('content_unconfirmed');
}

/**
 * Checks whether bytes of the file may leave by DICOMweb, which has no confirmation: instances, and values that
 * are documents. Images that the portal decodes or renders are not checked, stored ones by `checkStoredImages`. Throws
 * `infected`, also for the center, and `not_scanned` for a doctor.
 */
export function checkRetrieval(
  scope: CenterScope | DoctorScope,
  { scanState }: Pick<StoredOriginal, 'scanState'>,
): void {
  if (scanState === 'infected') throw new Fault('infected');
  if (scanState === 'waiting' && scope.kind === 'doctor') throw new Fault('not_scanned');
}

/** Checks whether images may leave as they are stored. Throws `infected`: a virus may be in them as in any other bytes. */
export function checkStoredImages({ scanState }: Pick<StoredOriginal, 'scanState'>): void {
  if (scanState === 'infected') throw new Fault('infected');
}
