import type { Doctor } from '@medcloud/contract/shapes/accounts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';

/**
 * Shows why an approved doctor needs a new approval, with the approved name and license to compare with the new ones.
 */
export function ReviewNote({ review }: { review: NonNullable<Doctor['review']> }) {
  const t = useText('admin');
  const format = useFormat();
  const { since, approved } = review;
  return (
    <Note variant="info" title={t('approve.reviewTitle')} live="off">
      {t('approve.reviewText', { date: format.date(since) })}
      <span className="mt-1 block">
        {t('approve.before')} <span className="font-strong text-ink">{format.doctor(approved)}</span>,{' '}
        <span className="font-strong text-ink">{approved.licenseNumber}</span>
      </span>
    </Note>
  );
}
