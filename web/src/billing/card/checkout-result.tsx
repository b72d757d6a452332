import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import { Link, useSearchParams } from 'react-router';
import type { BillingSide } from '../../calls/billing.ts';
import { useCheckoutResult } from '../../calls/card-payments.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { readRememberedPath } from './return-path.ts';

const variants = { paid: 'success', checking: 'info', failed: 'danger', cancelled: 'info' } as const;

/** Leads back to the screen on which the user paid, such as a patient's exams. */
function ContinueLink({ side }: { side: BillingSide }) {
  const t = useText('billing/account.card');
  const path = readRememberedPath(side === 'doctor' ? screens.doctorBilling : screens.centerBilling);
  if (path === null) return null;
  return (
    <Button asChild size="small" variant="primary">
      <Link to={path}>{t('continue')}</Link>
    </Button>
  );
}

function Result({ side, attempt }: { side: BillingSide; attempt: string }) {
  const t = useText('billing/account.card');
  const ui = useUiText();
  const describeFailure = useFailure();
  const { data, error, isFetching, refetch } = useCheckoutResult(side, attempt);
  // an unknown attempt or another account's: the page is as without it
  if (error instanceof ApiError && error.status === 404) return null;
  if (data === undefined && error !== null) {
    const retry = (
      <Button size="small" busy={isFetching} onClick={() => void refetch()}>
        {ui('action.retry')}
      </Button>
    );
    return <Note variant="warning" title={describeFailure(error)} actions={retry} live="status" />;
  }
  const state = data?.state ?? 'checking';
  const isSaved = state === 'paid' && data?.purpose === 'save';
  const actions = state === 'paid' ? <ContinueLink side={side} /> : null;
  return (
    <Note variant={variants[state]} title={isSaved ? t('saved') : t(state)} actions={actions} live="status">
      {state === 'paid' && !isSaved ? t('paidText') : null}
    </Note>
  );
}

/** After a visit to the provider's page: how the payment ended. The address names only the attempt; the server asks. */
export function CheckoutResult({ side }: { side: BillingSide }) {
  const [search] = useSearchParams();
  const attempt = search.get('attempt');
  return attempt === null ? null : <Result side={side} attempt={attempt} />;
}
