import { EmailCard, HoursCard, PhoneCard } from '../../../app/layout/contact-cards.tsx';
import { usePublicSettings } from '../../../calls/auth.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { CardSkeleton } from '../shared/card-skeleton.tsx';

const grid = 'grid gap-4 md:grid-cols-2 md:max-lg:*:nth-3:col-span-2 lg:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]';

/**
 * Shows the operator's contact details and hours: doctors get answers until 8 PM. Leaves out details that are not set.
 */
export function SupportCards() {
  const t = useText('account');
  const ui = useUiText();
  const { data, error, isFetching, refetch } = usePublicSettings();
  if (data) {
    const { operator, timeZone } = data;
    return (
      <div className={grid}>
        {operator.email && <EmailCard email={operator.email} />}
        {operator.phone && <PhoneCard phone={operator.phone} zone={timeZone} isPriority />}
        <HoursCard zone={timeZone} isWeekdaysOnly />
      </div>
    );
  }
  if (error) return <ApiErrorState title={t('support.failedCards')} query={{ error, isFetching, refetch }} />;
  return (
    <div role="status" className={`skeleton ${grid}`}>
      <span className="sr-only">{ui('list.loading')}</span>
      <CardSkeleton lineCount={3} />
      <CardSkeleton lineCount={3} />
      <CardSkeleton lineCount={3} />
    </div>
  );
}
