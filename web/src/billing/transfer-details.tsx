import { type Language, withDecimalMark } from '@medcloud/contract/languages';
import type { OpenDue } from '@medcloud/contract/shapes/billing/overview';
import type { ReactNode } from 'react';
import { useFormat } from '../text/format.ts';
import { useLanguage, useText, useUiText } from '../text/language.tsx';
import { CopyButton } from '../ui/actions/copy-button.tsx';

/** Separates groups of four, as IBANs and references are printed. What is copied has no blanks. */
const groupByFour = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');

/** Writes cents as a form of a bank takes them: `480.00`, in Greek «480,00». */
export const plainAmount = (cents: number, language: Language): string =>
  withDecimalMark((cents / 100).toFixed(2), language);

interface RowProps {
  label: string;
  /** What the button copies. */
  value: string;
  copyLabel: string;
  children: ReactNode;
}

function Row({ label, value, copyLabel, children }: RowProps) {
  const ui = useUiText();
  return (
    <div className="border-t border-line py-1.5 first:border-0">
      <dt className="text-small text-ink-muted">{label}</dt>
      <dd className="flex items-center justify-between gap-3 text-[0.9375rem] font-strong">
        <span className="min-w-0 wrap-anywhere">{children}</span>
        <CopyButton value={value} text={ui('action.copy')} label={copyLabel} />
      </dd>
    </div>
  );
}

/** Shows what a transfer needs, each with its own Copy button. Renders nothing without an account. */
export function TransferDetails({ due }: { due: OpenDue }) {
  const t = useText('billing/account.pay');
  const format = useFormat();
  const { language } = useLanguage();
  const { amountCents, iban, bic, holder, rf } = due;
  if (iban === null || holder === null) return null;
  return (
    <dl>
      <Row label={t('amount')} value={plainAmount(amountCents, language)} copyLabel={t('copyAmount')}>
        <span className="figures">{format.euros(amountCents)}</span>
      </Row>
      <Row label={t('iban')} value={iban} copyLabel={t('copyIban')}>
        <span className="code">{groupByFour(iban)}</span>
      </Row>
      <Row label={t('holder')} value={holder} copyLabel={t('copyHolder')}>
        {holder}
      </Row>
      <Row label={t('reference')} value={rf} copyLabel={t('copyReference')}>
        <span className="code">{groupByFour(rf)}</span>
      </Row>
      {bic !== null && (
        <Row label={t('bic')} value={bic} copyLabel={t('copyBic')}>
          <span className="code">{bic}</span>
        </Row>
      )}
    </dl>
  );
}
