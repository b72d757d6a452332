import { consentTextParts, consentTextVersion } from '@medcloud/contract/consent-text';
import { type Language, languageTable } from '@medcloud/contract/languages';
import type { LinkRecord, LinkState } from '@medcloud/contract/shapes/access';
import type { Translator } from '@medcloud/text/translate';
import { FileText, Printer } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { dayOf, formatLongDay, formatTime } from '../../lib/dates.ts';
import { doctorName } from '../../lib/names.ts';
import { formatPhone } from '../../lib/phones.ts';
import { useText, useTextIn } from '../../text/language.tsx';
import { translateSpecialization } from './doctor-phrases.ts';
import { ConsentButton } from './parts.tsx';

type ReceiptTranslator = Translator<'consent'>;

interface Translation {
  t: ReceiptTranslator;
  language: Language;
}

const formatDay = (moment: string, language: Language) => formatLongDay(dayOf(moment), language);

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-prose text-ink-muted print:text-inherit">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Formats the period of a grant: as granted, or as it ended. */
function formatPeriod(record: LinkRecord, { t, language }: Translation): string {
  const { status, answeredAt, expiresAt } = record;
  if (answeredAt === null || expiresAt === null) return t('receipt.nothing');
  const from = formatDay(answeredAt, language);
  const until = formatDay(expiresAt, language);
  if (status === 'revoked') return t('receipt.stopped', { from, until, time: formatTime(expiresAt) });
  return t(status === 'expired' ? 'receipt.ended' : 'receipt.span', { from, until });
}

/** Shows the answer for one record: person, center, exam types and period. */
function RecordFacts({ record, ...translation }: Translation & { record: LinkRecord }) {
  const { t, language } = translation;
  const { name, medicalCenter, answeredAt, agreed, examTypes } = record;
  const at = answeredAt && { day: formatDay(answeredAt, language), time: formatTime(answeredAt) };
  const typeNames = examTypes?.map((type) => t(`types.name.${type}`)).join(', ');
  return (
    <>
      <Fact label={t('receipt.whose')}>
        {name}, {medicalCenter.name}
        {medicalCenter.phone !== null && (
          <span className="block figures">{t('receipt.phone', { phone: formatPhone(medicalCenter.phone) })}</span>
        )}
      </Fact>
      {at && <Fact label={t('receipt.answer')}>{t(agreed ? 'receipt.yes' : 'receipt.no', at)}</Fact>}
      {agreed && <Fact label={t('receipt.kinds')}>{typeNames ?? t('types.all')}</Fact>}
      {agreed && <Fact label={t('receipt.time')}>{formatPeriod(record, translation)}</Fact>}
    </>
  );
}

/** Shows the text that was agreed to, its version and its hash. For an older version shows no text. */
function AgreedText({ agreed, t }: { agreed: NonNullable<LinkRecord['agreed']>; t: ReceiptTranslator }) {
  const text = useTextIn('consent-text', agreed.language);
  const isKnownVersion = agreed.textVersion === consentTextVersion;
  return (
    <Fact label={t('receipt.text')}>
      {isKnownVersion && (
        <span className="block font-normal">{consentTextParts.map((key) => text(key)).join(' ')}</span>
      )}
      <span className="mt-1 block text-prose font-normal">
        {t('receipt.version', {
          version: agreed.textVersion,
          language: agreed.language,
          name: languageTable[agreed.language].name,
        })}
        <span className="block text-[0.8125rem]/5 code">{agreed.textHash}</span>
      </span>
    </Fact>
  );
}

/** Shows the receipt in the language of the consent. The print has only the receipt, black on white. */
function Paper({ link, language }: { link: LinkState; language: Language }) {
  const t = useTextIn('consent', language);
  const ui = useTextIn('common', language);
  const { doctor, records, reference } = link;
  const agreed = records.find((record) => record.agreed !== null)?.agreed ?? null;
  const isActive = records.some((record) => record.status === 'granted');
  return (
    <section data-receipt lang={language} className="mt-3 rounded-card border border-line bg-surface px-5 py-4">
      <h2 className="text-[1.25rem]/7 font-semibold tracking-[-0.014em]">{t('receipt.heading')}</h2>
      <dl className="mt-1 divide-y divide-line print:divide-current">
        <Fact label={t('receipt.reference')}>
          <span className="code">{reference}</span>
        </Fact>
        <Fact label={t('receipt.doctor')}>
          {doctorName(doctor, ui)}
          <span className="block font-normal">
            {translateSpecialization(doctor.specialization, t)},{' '}
            {t('receipt.license', { number: doctor.licenseNumber })}
          </span>
        </Fact>
        {records.map((record) => (
          <RecordFacts key={record.patientId} record={record} t={t} language={language} />
        ))}
        {agreed && <AgreedText agreed={agreed} t={t} />}
        <Fact label={t('receipt.back')}>
          <span className="font-normal">{t(isActive ? 'receipt.backText' : 'receipt.backNone')}</span>
        </Fact>
      </dl>
    </section>
  );
}

/** Shows the receipt on demand and prints it on one page. */
export function Receipt({ link }: { link: LinkState }) {
  const t = useText('consent');
  const [open, setOpen] = useState(false);
  const language = link.records.find((record) => record.agreed !== null)?.agreed?.language ?? link.language;
  return (
    <section className="mt-6">
      <ConsentButton variant="quiet" icon={FileText} expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'receipt.hide' : 'receipt.show')}
      </ConsentButton>
      {open && (
        <Suspense fallback={null}>
          <Paper link={link} language={language} />
          <div className="mt-3">
            <ConsentButton variant="quiet" icon={Printer} onClick={() => window.print()}>
              {t('receipt.print')}
            </ConsentButton>
          </div>
        </Suspense>
      )}
    </section>
  );
}
