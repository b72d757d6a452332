import type { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { homeOf } from '../../../app/layout/area.ts';
import { useSession } from '../../../app/session/session.tsx';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage, useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { BackButton } from './toolbar/back-button.tsx';

/**
 * Shows why the server refuses the exam, at the start or, if it `wasOpen`, later, and what to do. Shows nothing of the
 * exam. The server does not tell an exam that a narrower consent leaves out from one that does not exist.
 */
export function ClosedExam({ error, wasOpen }: { error: ApiError; wasOpen: boolean }) {
  const t = useText('viewer');
  const frame = useText('frame');
  const errorMessage = useErrorMessage();
  const { user } = useSession();
  const { code } = error;
  const isDoctor = user?.role === 'doctor';
  const isRemoved = wasOpen && code === 'not_found';
  const text = isRemoved
    ? t(isDoctor ? 'closed.leftOut' : 'closed.removed')
    : code === 'access_revoked' || code === 'access_expired' || code === 'not_found'
      ? t(`closed.${code}`)
      : (errorMessage(error.issue) ?? error.issue);
  return (
    <main className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center" role="alert">
      <h1 className="text-title">{t('closed.title')}</h1>
      <p className="max-w-120 text-body text-v-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {isDoctor && (isRemoved || code !== 'not_found') && (
          <Button asChild variant="primary">
            <Link to={screens.doctorPatients}>{t('closed.request')}</Link>
          </Button>
        )}
        {user && (
          <Button asChild>
            <Link to={homeOf(user.role)}>{frame('guard.toDashboard')}</Link>
          </Button>
        )}
      </div>
    </main>
  );
}

/** Shows that the server did not respond, with a button that retries. */
export function NoResponse({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useText('viewer');
  const describeFailure = useFailure();
  return (
    <main className="flex h-full flex-col p-2">
      <h1 className="sr-only">{t('title')}</h1>
      <BackButton />
      <div className="grid flex-1 place-items-center">
        <ErrorState title={t('closed.noAnswer')} text={describeFailure(error)} onRetry={onRetry} busy={busy} />
      </div>
    </main>
  );
}
