import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useKeepFactors } from '../../../calls/factor-resets.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { ResultScreen } from '../shared/result-screen.tsx';

function Result({ isStopped }: { isStopped: boolean }) {
  const t = useText('account/recovery.page');
  return (
    <ResultScreen
      title={t(isStopped ? 'doneTitle' : 'deadTitle')}
      lead={t(isStopped ? 'doneText' : 'dead')}
      next={{ to: screens.forgotPassword, label: t('password') }}
    />
  );
}

/** Acts on a press, not when the page opens, because mail scanners open links. */
function Question({ token }: { token: string }) {
  const t = useText('account/recovery.page');
  const describeFailure = useFailure();
  const keep = useKeepFactors();
  if (keep.isSuccess) return <Result isStopped />;
  if (keep.error instanceof ApiError && keep.error.code === 'link_invalid') return <Result isStopped={false} />;
  return (
    <AuthLayout title={t('title')} lead={t('lead')}>
      <div className="flex flex-col gap-5">
        {keep.error && (
          <Note variant="danger" title={t('failed')}>
            {describeFailure(keep.error)}
          </Note>
        )}
        <Button
          variant="primary"
          size="large"
          onClick={() => keep.mutate({ body: { token } })}
          busy={keep.isPending}
          busyLabel={t('busy')}
        >
          {t('submit')}
        </Button>
      </div>
    </AuthLayout>
  );
}

/** Stops the requested removal of a second factor, by the link that the account's owner was mailed. */
export function ResetFactors() {
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  return token === '' ? <Result isStopped={false} /> : <Question token={token} />;
}
