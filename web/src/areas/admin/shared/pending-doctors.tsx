import { UserCheck } from 'lucide-react';
import type { usePendingDoctors } from '../../../calls/admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PendingDoctor } from './pending-doctor.tsx';

interface PendingDoctorsProps {
  pending: ReturnType<typeof usePendingDoctors>;
  isDetailed?: boolean;
  /** The maximum number of cards. */
  maxCards?: number;
}

/** Shows two skeleton cards with the height of the real ones. */
function Loading({ isDetailed }: { isDetailed: boolean | undefined }) {
  const ui = useUiText();
  const lines = isDetailed ? ['w-40', 'w-52', 'w-44', 'w-60', 'w-28'] : ['w-40', 'w-52', 'w-44'];
  return (
    <div role="status" className="skeleton grid gap-5 lg:grid-cols-2">
      <span className="sr-only">{ui('list.loading')}</span>
      {['first', 'second'].map((card) => (
        <div
          key={card}
          aria-hidden="true"
          className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
        >
          <span className="flex items-center gap-3">
            <span className="size-10 rounded-full skeleton-bar" />
            <span className="h-3 w-35 skeleton-bar" />
          </span>
          {lines.map((width) => (
            <span key={width} className={`h-3 skeleton-bar ${width}`} />
          ))}
          <span className="h-9 w-44 skeleton-bar" />
        </div>
      ))}
    </div>
  );
}

/** Lists the doctors who wait for approval, oldest first, in every load state. */
export function PendingDoctors({ pending, isDetailed, maxCards = Number.POSITIVE_INFINITY }: PendingDoctorsProps) {
  const t = useText('admin');
  const { data: doctors, error, isFetching, refetch } = pending;
  if (!doctors && error) {
    return <ApiErrorState title={t('approve.failed')} query={{ error, isFetching, refetch }} />;
  }
  if (!doctors) return <Loading isDetailed={isDetailed} />;
  if (doctors.length === 0) {
    return (
      <Card isFlush>
        <EmptyState icon={UserCheck} title={t('approve.none')} text={t('approve.noneText')} />
      </Card>
    );
  }
  return (
    <ul className="grid gap-5 lg:grid-cols-2">
      {doctors.slice(0, maxCards).map((doctor) => (
        <li key={doctor.id} className="grid min-w-0">
          <PendingDoctor doctor={doctor} {...(isDetailed ? { isDetailed } : {})} />
        </li>
      ))}
    </ul>
  );
}
