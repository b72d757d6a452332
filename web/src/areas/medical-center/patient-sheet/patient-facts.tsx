import { revealAmka } from '@medcloud/contract/routes/medical-center';
import type { PatientSheet } from '@medcloud/contract/shapes/patient-sheet';
import type { Patient } from '@medcloud/contract/shapes/people';
import { Eye, EyeOff } from 'lucide-react';
import { useMay } from '../../../app/session/use-may.ts';
import { useRevealAmka } from '../../../calls/medical-center.ts';
import { dayOf, yearsBetween } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { formatPhone } from '../../../lib/phones.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

/**
 * Shows the AMKA masked, and in full on request, which the server logs. The full number is kept only while the sheet is
 * open.
 */
function Amka({ patientId, masked }: { patientId: string; masked: string }) {
  const t = useText('center');
  const describeFailure = useFailure();
  const toast = useToast();
  const may = useMay();
  const mutation = useRevealAmka();
  const amka = mutation.data?.amka;
  const reveal = () =>
    mutation.mutate(
      { params: { patientId } },
      {
        onError: (error) =>
          toast({
            variant: 'danger',
            title: t('sheet.revealFailed'),
            text: describeFailure(error),
            isShownInPage: true,
          }),
      },
    );
  return (
    <span className="flex items-center gap-1.5">
      <span className="code">{amka ? `${amka.slice(0, 6)} ${amka.slice(6)}` : masked}</span>
      {amka && <CopyButton value={amka} />}
      {may(revealAmka) && (
        <IconButton
          icon={amka ? EyeOff : Eye}
          label={amka ? t('sheet.hide') : t('sheet.reveal')}
          size="inline"
          iconSize={14}
          onClick={amka ? mutation.reset : reveal}
        />
      )}
      <span role="status" className="sr-only">
        {amka ?? ''}
      </span>
    </span>
  );
}

interface PatientFactsProps {
  patient: Patient | PatientSheet['patient'];
}

/** Shows the patient's personal and contact details. */
export function PatientFacts({ patient }: PatientFactsProps) {
  const t = useText('center');
  const ui = useUiText();
  const format = useFormat();
  const today = dayOf(new Date(useNow()));
  const { dateOfBirth, gender, phone, email, address, language, createdAt } = patient;
  const amka = 'amka' in patient ? patient.amka : undefined;
  const age = { day: format.day(dateOfBirth), years: yearsBetween(dateOfBirth, today) };
  const optionalFact = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  return (
    <Facts
      facts={[
        { label: t('sheet.birthDate'), value: <span className="figures">{t('sheet.age', age)}</span> },
        { label: ui('field.gender'), value: ui(`gender.${gender}`) },
        ...optionalFact(ui('field.phone'), phone && formatPhone(phone)),
        ...(amka === undefined
          ? []
          : [{ label: ui('field.amka'), value: <Amka patientId={patient.patientId} masked={amka} /> }]),
        ...optionalFact(ui('field.email'), email),
        ...optionalFact(ui('field.address'), address),
        ...optionalFact(t('sheet.language'), language && format.language(language)),
        { label: t('patients.registered'), value: <span className="figures">{format.dateTime(createdAt)}</span> },
      ]}
    />
  );
}
