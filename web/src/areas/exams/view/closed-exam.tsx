import type { ApiError } from '@medcloud/contract/api-client';
import { Link } from 'react-router';
import { homeOf } from '../../../app/layout/area.ts';
import { useSession } from '../../../app/session/session.tsx';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage, useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { BackButton } from './toolbar/back-button.tsx';

/** Shows why the server refuses the exam, at the start or later. Shows nothing of the exam. */
export function ClosedExam({ error }: { error: ApiError }) {
  const t = useText('viewer');
  const frame = useText('frame');
  const errorMessage = useErrorMessage();
  const { user } = useSession();
  const { code } = error;
  const text =
    code === 'access_revoked' || code === 'access_expired' || code === 'not_found'
      ? t(`closed.${code}`)
      : (errorMessage(error.issue) ?? error.issue);
  return (
    <main className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center" role="alert">
      <h1 className="text-title">{t('closed.title')}</h1>
      <p className="max-w-120 text-body text-v-muted">{text}</p>
      {user && (
        <Button asChild variant="primary">
          <Link to={homeOf(user.role)}>{frame('guard.toDashboard')}</Link>
        </Button>
      )}
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
