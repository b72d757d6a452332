import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useConfirmEmail } from '../../../calls/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { ResultScreen } from '../shared/result-screen.tsx';

function InvalidLink() {
  const t = useText('auth');
  return (
    <ResultScreen
      title={t('reset.deadTitle')}
      lead={t('confirm.deadText')}
      next={{ to: screens.doctorSignup, label: t('confirm.signUp') }}
    />
  );
}

/** Links to the sign-in, after the confirmation or if the email already has an account. */
function SignInPrompt({ reason }: { reason: 'done' | 'taken' }) {
  const t = useText('auth');
  return (
    <ResultScreen
      title={t(`confirm.${reason}Title`)}
      lead={t(`confirm.${reason}Text`)}
      next={{ to: screens.doctorLogin, label: t('reset.signIn') }}
    />
  );
}

/** Confirms on a press, not when the page opens, because mail scanners open links. */
function Confirmation({ token }: { token: string }) {
  const t = useText('auth');
  const describeFailure = useFailure();
  const confirm = useConfirmEmail();
  const code = confirm.error instanceof ApiError ? confirm.error.code : undefined;
  if (confirm.isSuccess) return <SignInPrompt reason="done" />;
  if (code === 'invalid_or_expired') return <InvalidLink />;
  if (code === 'conflict') return <SignInPrompt reason="taken" />;
  return (
    <AuthLayout title={t('confirm.title')} lead={t('confirm.lead')}>
      <div className="flex flex-col gap-5">
        {confirm.error && (
          <Note variant="danger" title={t('confirm.failed')}>
            {describeFailure(confirm.error)}
          </Note>
        )}
        <Button
          variant="primary"
          size="large"
          onClick={() => confirm.mutate({ body: { token } })}
          busy={confirm.isPending}
          busyLabel={t('confirm.submitting')}
        >
          {t('confirm.submit')}
        </Button>
      </div>
    </AuthLayout>
  );
}

/** Confirms the email of a doctor's application. The operator receives it only then (product, doctor's path 1). */
export function ConfirmEmail() {
  const { hash } = useLocation();
  const [token] = useState(() => hash.slice(1));
  return token === '' ? <InvalidLink /> : <Confirmation token={token} />;
}
