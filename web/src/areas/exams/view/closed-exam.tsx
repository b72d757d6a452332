import type { PortalError } from '@medcloud/contract/caller';
import { Link } from 'react-router';
import { homeOf } from '../../../app/layout/area.ts';
import { useSession } from '../../../app/session/session.tsx';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { viewerText } from '../../../text/viewer.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { BackButton } from './toolbar/back-button.tsx';

/** The portal does not let one look, from the start or from now on: why, in a sentence, and nothing of the exam. */
export function ClosedExam({ refusal }: { refusal: PortalError }) {
  const t = useText(viewerText);
  const sentence = useSentence();
  const { user } = useSession();
  const { code } = refusal;
  const text =
    code === 'access_revoked' || code === 'access_expired' || code === 'not_found'
      ? t(`closed.${code}`)
      : (sentence(refusal.sentence) ?? refusal.sentence);
  return (
    <main className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center" role="alert">
      <h1 className="text-title">{t('closed.title')}</h1>
      <p className="max-w-120 text-body text-v-muted">{text}</p>
      {user && (
        <Button asChild variant="primary">
          <Link to={homeOf(user.role)}>{t('closed.home')}</Link>
        </Button>
      )}
    </main>
  );
}

/** The portal did not answer: the exam stays as far as it was, and one may ask again. */
export function NoAnswer({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useText(viewerText);
  const ui = useUiText();
  const sentence = useSentence();
  return (
    <main className="flex h-full flex-col p-2">
      <h1 className="sr-only">{t('title')}</h1>
      <BackButton />
      <div className="grid flex-1 place-items-center">
        <ErrorState
          title={t('closed.noAnswer')}
          text={sentence(sentenceOf(error)) ?? ui('error.noAnswer')}
          onRetry={onRetry}
          busy={busy}
        />
      </div>
    </main>
  );
}
