import { limits } from '@medcloud/contract/limits';
import { useState } from 'react';
import { useText, useUiText } from '../../text/language.tsx';
import { ConsentButton, ErrorMessage } from './parts.tsx';
import { SheetDialog } from './sheet-dialog.tsx';
import type { useLinkAction } from './use-link.ts';

/** Asks for the code that was sent to the phone, where the link alone may not give access. Escape cancels. */
export function CodeDialog({ action }: { action: ReturnType<typeof useLinkAction> }) {
  const { codeStep: step, busy, error } = action;
  const t = useText('consent');
  const ui = useUiText();
  const [code, setCode] = useState('');
  if (step === null) return null;
  const isBusy = busy !== null;
  const isComplete = code.length === limits.otpDigits;
  return (
    <SheetDialog title={t('code.title')} busy={isBusy} onCancel={step.cancel}>
      <p className="mt-3">{t('code.text', { phone: step.sentTo })}</p>
      <form
        className="mt-4 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isBusy) step.confirm(code);
        }}
      >
        <label className="flex flex-col gap-1.5">
          <span className="font-semibold">{t('code.label')}</span>
          <input
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, limits.otpDigits))}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            aria-invalid={error === 'codeWrong' || undefined}
            className="min-h-14 w-full rounded-card border border-line-strong bg-surface px-4 text-center text-[1.5rem] tracking-[0.3em] figures aria-invalid:border-danger"
          />
        </label>
        <ErrorMessage error={error} />
        <ConsentButton
          variant="grant"
          busy={isBusy}
          busyLabel={t('ask.saying')}
          disabled={!isComplete}
          onClick={() => step.confirm(code)}
        >
          {t('code.confirm')}
        </ConsentButton>
        <ConsentButton variant="quiet" disabled={isBusy} onClick={step.sendAgain}>
          {t('code.again')}
        </ConsentButton>
        <ConsentButton variant="quiet" disabled={isBusy} onClick={step.cancel}>
          {ui('action.cancel')}
        </ConsentButton>
      </form>
    </SheetDialog>
  );
}
