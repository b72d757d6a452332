import { examTypes } from '@medcloud/contract/choices';
import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { FormDateField } from '../../../forms/form-date-field.tsx';
import { useFieldError } from '../../../forms/form-field.tsx';
import { dayOf } from '../../../lib/dates.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { UploadFormFields as Fields } from './upload-plan.ts';

const PatientPicker = lazyComponent(
  async () => (await import('../shared/patient-picker.tsx')).PatientPicker,
  <div aria-hidden="true" className="h-11" />,
);

const dayMs = 86_400_000;

interface UploadFieldsProps {
  form: UseFormReturn<Fields, unknown, ExamUpload>;
  patient: Patient | null;
  onPatient: (patient: Patient | null) => void;
  /** The server's errors of the last attempt, by field. */
  serverErrors: ReadonlyMap<string, string>;
  isLocked: boolean;
  /** Type and date come from the file. */
  isFilledFromFile: boolean;
  /** Content below the fields: the file in a one-column layout, and the submit button. */
  children?: ReactNode;
}

function TypeField({ form, error }: { form: UploadFieldsProps['form']; error: string | undefined }) {
  const ui = useUiText();
  return (
    <Controller
      control={form.control}
      name="examType"
      render={({ field }) => (
        <Field label={ui('field.examType')} error={error}>
          <Select {...field} options={examTypes.map((type) => ({ value: type, label: ui(`examType.${type}`) }))} />
        </Field>
      )}
    />
  );
}

/** Shows the fields for patient, exam type, date, referring physician and notes. */
export function UploadFields({
  form,
  patient,
  onPatient,
  serverErrors,
  isLocked,
  isFilledFromFile,
  children,
}: UploadFieldsProps) {
  const t = useText('upload');
  const errorMessage = useErrorMessage();
  const formError = useFieldError(form);
  const fieldError = (name: keyof Fields) => formError(name) ?? errorMessage(serverErrors.get(name));
  return (
    <Card>
      <h2 className="sr-only">{t('details')}</h2>
      <div className="flex flex-col gap-4">
        <fieldset disabled={isLocked} className="contents">
          <Controller
            control={form.control}
            name="patientId"
            render={({ field }) => (
              <Field label={t('patient')} error={fieldError('patientId')}>
                <PatientPicker
                  patient={patient}
                  onChange={onPatient}
                  inputRef={field.ref}
                  onBlur={field.onBlur}
                  isLocked={isLocked}
                />
              </Field>
            )}
          />
          <div className="flex flex-col gap-1.5">
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <TypeField form={form} error={fieldError('examType')} />
              <FormDateField
                form={form}
                name="examDate"
                label={t('date')}
                error={fieldError('examDate')}
                max={dayOf(new Date(Date.now() + dayMs))}
              />
            </div>
            {isFilledFromFile && <p className="text-small text-ink-muted">{t('read.fromFile')}</p>}
          </div>
          <Field label={t('physician')} isOptional error={fieldError('referringPhysician')}>
            <TextInput {...form.register('referringPhysician')} autoComplete="off" />
          </Field>
          <Field label={t('notes')} isOptional error={fieldError('notes')}>
            <TextArea {...form.register('notes')} />
          </Field>
        </fieldset>
        {children}
      </div>
    </Card>
  );
}
