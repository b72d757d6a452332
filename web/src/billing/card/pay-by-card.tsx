import { CreditCard } from 'lucide-react';
import type { BillingSide } from '../../calls/billing.ts';
import { useCheckout } from '../../calls/card-payments.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { Button, type ButtonProps } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { rememberPath } from './return-path.ts';

interface CheckoutButtonProps extends Pick<ButtonProps, 'variant' | 'children'> {
  side: BillingSide;
  /** What is paid; without one a card is saved. */
  due?: string;
}

/** Leaves for the payment provider's page. Says why if it cannot be opened. */
export function CheckoutButton({ side, due, ...button }: CheckoutButtonProps) {
  const t = useText('billing/account.card');
  const describeFailure = useFailure();
  const checkout = useCheckout(side);
  const failure = describeFailure(checkout.error);
  const open = () => {
    rememberPath(window.location.pathname + window.location.search);
    const body = due === undefined ? {} : { due };
    checkout.mutate({ body }, { onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl) });
  };
  return (
    <>
      <Button icon={CreditCard} busy={checkout.isPending} busyLabel={t('opening')} onClick={open} {...button} />
      {failure !== undefined && <Note variant="danger" title={failure} />}
    </>
  );
}

/** The button that pays a due by card, and what happens to the card. */
export function PayByCard({ side, due }: { side: BillingSide; due: string }) {
  const t = useText('billing/account.card');
  return (
    <div className="mt-4 flex flex-col gap-2 sm:items-start">
      <CheckoutButton side={side} due={due} variant="primary">
        {t('pay')}
      </CheckoutButton>
      <p className="text-small text-ink-muted">{t('where')}</p>
    </div>
  );
}
