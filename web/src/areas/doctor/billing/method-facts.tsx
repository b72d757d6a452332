import type { DoctorBilling as Billing } from '@medcloud/contract/shapes/billing';
import { CreditCard } from 'lucide-react';
import { countryName } from '../../../forms/countries.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { Facts } from '../../../ui/data/facts.tsx';

/** Shows the stored card's last digits, its holder and address. */
export function MethodFacts({ method }: { method: NonNullable<Billing['paymentMethod']> }) {
  const t = useText('account');
  const { language } = useLanguage();
  const { brand, last4, expiry, cardholderName, address, city, postalCode, country } = method;
  const lines = [address, [postalCode, city].filter(Boolean).join(' '), countryName(country, language)].filter(Boolean);
  return (
    <>
      <p className="mb-4 flex items-center gap-3">
        <CreditCard size={24} className="text-ink-muted" />
        <span aria-hidden="true" className="text-h2-large figures">
          •••• {last4}
        </span>
        <span className="sr-only">{t('billing.masked', { brand: brand ?? t('billing.anyCard'), last4 })}</span>
        {brand && (
          <span aria-hidden="true" className="text-body text-ink-muted">
            {brand}
          </span>
        )}
      </p>
      <Facts
        facts={[
          { label: t('billing.holder'), value: cardholderName },
          { label: t('billing.expires'), value: <span className="figures">{expiry}</span> },
          {
            label: t('billing.address'),
            value:
              lines.length === 0
                ? t('billing.noAddress')
                : lines.map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  )),
          },
        ]}
      />
    </>
  );
}
