import type { BillingParty } from '@medcloud/contract/shapes/billing/party';
import { countryName } from '../forms/countries.ts';
import { useFormat } from '../text/format.ts';
import { useLanguage, useText, useUiText } from '../text/language.tsx';
import { Facts } from '../ui/data/facts.tsx';

/** Shows a VAT number, with what VIES said and what follows for the VAT of invoices. */
function VatNumber({ party: { vatNumber, vatState, vatCheckedOn, vatProvedOn, needsVies } }: { party: BillingParty }) {
  const t = useText('billing/account.details');
  const format = useFormat();
  const answeredOn = vatProvedOn ?? vatCheckedOn;
  const day = answeredOn === null ? '' : format.longDay(answeredOn);
  const check = vatProvedOn === null ? vatState : 'proved';
  return (
    <>
      <span className="code">{vatNumber}</span>
      {needsVies && <span className="block text-small text-ink-muted">{t(`vatCheck.${check}`, { day })}</span>}
    </>
  );
}

/** Shows billing details as they stand on a document. What is missing is left out. */
export function PartyFacts({ party }: { party: BillingParty }) {
  const t = useText('billing/account.details');
  const ui = useUiText();
  const { language } = useLanguage();
  const { kind, legalName, vatNumber, taxOffice, activity, address, city, postalCode, country, email } = party;
  const place = [address, [postalCode, city].filter(Boolean).join(' '), countryName(country, language)];
  const withoutOptional = { optional: '' };
  const facts = [
    { label: t(kind === 'person' ? 'name' : 'businessName'), value: legalName },
    { label: t('vatNumber'), value: vatNumber && <VatNumber party={party} /> },
    { label: t('taxOffice', withoutOptional).trim(), value: taxOffice },
    { label: t('activity', withoutOptional).trim(), value: activity },
    {
      label: t('address'),
      value: place.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    },
    { label: ui('field.email'), value: email },
  ];
  return <Facts facts={facts.filter(({ value }) => value)} />;
}
