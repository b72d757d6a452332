import type { Patient } from '@medcloud/contract/shapes/people';
import { X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { usePatientChoices } from '../../../calls/medical-center.ts';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { useControl } from '../../../ui/forms/field.tsx';
import { SearchCombobox, useSearchText } from '../../../ui/forms/search-combobox.tsx';
import { usePatientSummary } from './use-patient-summary.ts';
import { usePatientTitle } from './use-patient-title.ts';

interface PatientPickerProps {
  patient: Patient | null;
  onChange: (patient: Patient | null) => void;
  inputRef: Ref<HTMLInputElement>;
  onBlur: () => void;
  isLocked: boolean;
  /** Public id of a patient who is not offered. */
  excludedPatientId?: string;
}

interface ChosenPatientProps {
  patient: Patient;
  onClear: () => void;
  isLocked: boolean;
  /** Takes the focus on mount. */
  isFocused: boolean;
}

/** Shows the chosen patient: name, id and date of birth. */
function ChosenPatient({ patient, onClear, isLocked, isFocused }: ChosenPatientProps) {
  const t = useText('upload');
  const patientSummary = usePatientSummary();
  const { id } = useControl();
  return (
    <div className="flex min-h-13 items-center gap-2 rounded-card border border-line-strong bg-surface py-1.5 pr-1.5 pl-3">
      <span className="min-w-0 flex-1">
        <TwoLines first={patientName(patient)} second={<span className="code">{patientSummary(patient)}</span>} />
      </span>
      {!isLocked && (
        <IconButton
          id={id}
          icon={X}
          label={t('patientClear')}
          onClick={onClear}
          hasTooltip={false}
          autoFocus={isFocused}
        />
      )}
    </div>
  );
}

/** Finds a patient: first the newest twenty, then by search (product, "Search"). */
export function PatientPicker({
  patient,
  onChange,
  inputRef,
  onBlur,
  isLocked,
  excludedPatientId,
}: PatientPickerProps) {
  const t = useText('upload');
  const ui = useUiText();
  const patientTitle = usePatientTitle();
  const patientSummary = usePatientSummary();
  const text = useSearchText();
  // After a choice or a clear, the focus moves to the element that replaces the field.
  const [isTouched, setTouched] = useState(false);
  const { rows: allRows, error, hasNextPage, isPlaceholderData } = usePatientChoices(text.search, text.isOpen);
  const rows = allRows?.filter(({ patientId }) => patientId !== excludedPatientId);
  const change = (next: Patient | null) => {
    setTouched(true);
    onChange(next);
  };
  if (patient)
    return <ChosenPatient patient={patient} onClear={() => change(null)} isLocked={isLocked} isFocused={isTouched} />;
  return (
    <SearchCombobox
      {...{ text, inputRef, onBlur }}
      choices={rows?.map((row) => ({
        key: row.id,
        name: patientTitle(row),
        detail: <span className="code">{patientSummary(row)}</span>,
      }))}
      isStale={isPlaceholderData}
      placeholder={t('patientHint')}
      label={t('patients')}
      note={
        <>
          {rows?.length === 0 && <p className="px-2.5 py-2 text-ink-muted">{t('patientNone')}</p>}
          {hasNextPage && <p className="px-2.5 py-2 text-small text-ink-muted">{t('patientMore')}</p>}
        </>
      }
      failure={error && !rows ? t('patientFailed') : undefined}
      status={() => (rows || error ? '' : ui('list.loading'))}
      onChoose={(index) => change(rows?.[index] ?? null)}
      isFocused={isTouched}
    />
  );
}
