import { ApiError } from '@medcloud/contract/api-client';
import type { ReactNode } from 'react';
import { useConfirmTotp } from '../../calls/account.ts';
import { Form, FormActions } from '../../forms/form.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useFocusHandover } from '../../ui/overlays/focus-handover.ts';
import { CodeField } from '../session/factors/code-field.tsx';
import { findCodeIssue, useFactorEntry } from '../session/factors/use-factor-entry.ts';

const QrCode = lazyComponent(
  async () => (await import('./qr-code.tsx')).QrCode,
  <div aria-hidden="true" className="size-48 rounded-card border border-line bg-sunken" />,
);

/** The secret of a new app, in base32 and as an `otpauth:` address. */
export interface NewTotp {
  secret: string;
  uri: string;
}

/** Moves the focus to the first step, because the button that began the set-up is gone. */
const focusElement = (element: HTMLElement | null) => element?.focus();

const groupByFour = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');

interface StepProps {
  title: ReactNode;
  number: number;
  /** Called with the title. */
  titleRef?: (title: HTMLElement | null) => void;
  children: ReactNode;
}

function Step({ title, number, titleRef, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-primary-soft text-tiny font-semibold text-primary-text figures"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h3 ref={titleRef} tabIndex={-1} className="text-body font-strong max-md:text-[0.9375rem]">
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}

function Secret({ totp: { secret, uri } }: { totp: NewTotp }) {
  const t = useText('account/factors.setUp');
  return (
    <div className="flex gap-5 max-md:flex-col md:items-center">
      {/* A phone cannot scan its own screen. */}
      <Button asChild className="md:pointer-fine:hidden">
        <a href={uri}>{t('open')}</a>
      </Button>
      <QrCode text={uri} label={t('qr')} />
      <div className="flex min-w-0 flex-col items-start gap-3">
        <div>
          <p className="text-small text-ink-muted">{t('key')}</p>
          <p className="code mt-1 break-words">{groupByFour(secret)}</p>
        </div>
        <CopyButton value={secret} text={t('copyKey')} />
      </div>
    </div>
  );
}

interface SetUpAppProps {
  totp: NewTotp;
  onCodes: (codes: readonly string[]) => void;
  /** Cancelled, or `isTooLate`: the secret is void after ten minutes. */
  onEnd: (isTooLate: boolean) => void;
}

/** Shows the new secret as a QR code, as an address and to type. The app's first code confirms it. */
export function SetUpApp({ totp, onCodes, onEnd }: SetUpAppProps) {
  const t = useText('account/factors.setUp');
  const ui = useUiText();
  const toast = useToast();
  const steps = useFocusHandover<HTMLOListElement>();
  const call = useConfirmTotp();
  const entry = useFactorEntry({
    call,
    findIssue: findCodeIssue,
    send: (code, onError) =>
      call.mutate(
        { body: { code } },
        {
          onSuccess: ({ recoveryCodes }) => {
            toast({ title: t('done') });
            onEnd(false);
            if (recoveryCodes) onCodes(recoveryCodes);
          },
          onError: (error) =>
            error instanceof ApiError && error.code === 'invalid_state' ? onEnd(true) : onError(error),
        },
      ),
  });
  return (
    <Form submission={entry.submission}>
      <ol ref={steps} className="flex flex-col gap-6">
        <Step number={1} title={t('scan')} titleRef={focusElement}>
          <p className="text-body text-ink-muted">{t('scanText')}</p>
          <Secret totp={totp} />
        </Step>
        <Step number={2} title={t('confirm')}>
          <CodeField entry={entry} autoFocus={false} />
          <FormActions submitLabel={t('turnOn')} busyLabel={t('turningOn')}>
            <Button variant="ghost" onClick={() => onEnd(false)}>
              {ui('action.cancel')}
            </Button>
          </FormActions>
        </Step>
      </ol>
    </Form>
  );
}
