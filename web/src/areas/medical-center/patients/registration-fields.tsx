import { genders } from '@medcloud/contract/choices';
import type { Language } from '@medcloud/contract/languages';
import { issueCode } from '@medcloud/contract/validation-codes';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { FormDateField } from '../../../forms/form-date-field.tsx';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { dayOf } from '../../../lib/dates.ts';
import { languagesForPatients } from '../../../lib/languages.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { PatientFields as Fields } from './patient-fields.ts';

const dayMs = 86_400_000;

/** The form of the registration or of the edit. Both have the same fields and different bodies. */
type Form<Sent> = UseFormReturn<Fields, unknown, Sent>;

function GenderField<Sent>({ form }: { form: Form<Sent> }) {
  const ui = useUiText();
  const error = useFieldError(form)('gender');
  return (
    <Controller
      control={form.control}
      name="gender"
      render={({ field }) => (
        <Field label={ui('field.gender')} error={error}>
          <Select {...field} options={genders.map((gender) => ({ value: gender, label: ui(`gender.${gender}`) }))} />
        </Field>
      )}
    />
  );
}

function LanguageField<Sent>({ form }: { form: Form<Sent> }) {
  const t = useText('center');
  const format = useFormat();
  return (
    <Controller
      control={form.control}
      name="language"
      render={({ field: { value, onChange, onBlur } }) => (
        <Field label={t('registration.language')} isOptional>
          <Select<'number' | Language>
            value={value === '' ? 'number' : value}
            onChange={(chosen) => onChange(chosen === 'number' ? '' : chosen)}
            onBlur={onBlur}
            options={[
              { value: 'number', label: t('registration.byNumber') },
              ...languagesForPatients.map((language) => ({ value: language, label: format.language(language) })),
            ]}
          />
        </Field>
      )}
    />
  );
}

/**
 * Asks for confirmation after the server found that AMKA and date of birth differ. A changed AMKA or date resets it.
 */
function AmkaQuestion<Sent>({ form }: { form: Form<Sent> }) {
  const t = useText('center');
  const errorMessage = useErrorMessage();
  const error = useFieldError(form)('amkaConfirmed');
  const isConfirmed = form.watch('amkaConfirmed');
  if (error === undefined && !isConfirmed) return null;
  return (
    <Controller
      control={form.control}
      name="amkaConfirmed"
      render={({ field }) => (
        <Note variant="warning" title={errorMessage(issueCode('amka_birth_date'))} live="alert">
          <div className="py-1">
            <Checkbox label={t('registration.amkaConfirm')} checked={field.value} onChange={field.onChange} />
          </div>
        </Note>
      )}
    />
  );
}

interface RegistrationFieldsProps<Sent> {
  form: Form<Sent>;
  amkaHelp?: string | undefined;
  /** Shown after the phone was changed. */
  phoneNote?: ReactNode;
  /** All else was filled in. */
  isPhoneFocused?: boolean;
}

/** Shows the fields for the patient's name, contact details and AMKA. */
export function RegistrationFields<Sent>({
  form,
  amkaHelp,
  phoneNote,
  isPhoneFocused = false,
}: RegistrationFieldsProps<Sent>) {
  const t = useText('center');
  const ui = useUiText();
  const resetConfirmation = () => form.setValue('amkaConfirmed', false);
  return (
    <>
      <FieldRow>
        <FormField form={form} name="lastName" label={t('registration.lastName')}>
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name="firstName" label={t('registration.firstName')}>
          <TextInput autoComplete="off" />
        </FormField>
      </FieldRow>
      <FieldRow>
        <FormDateField
          form={form}
          name="dateOfBirth"
          rules={{ onChange: resetConfirmation }}
          label={t('registration.birthDate')}
          isBirth
          min="1900-01-01"
          max={dayOf(new Date(Date.now() - dayMs))}
        />
        <GenderField form={form} />
      </FieldRow>
      <FieldRow>
        <FormField form={form} name="phone" label={ui('field.phone')} isOptional help={t('registration.phoneHelp')}>
          <TextInput type="tel" inputMode="tel" autoComplete="off" className="figures" autoFocus={isPhoneFocused} />
        </FormField>
        <FormField form={form} name="email" label={ui('field.email')} isOptional>
          <TextInput type="email" inputMode="email" autoComplete="off" />
        </FormField>
      </FieldRow>
      {phoneNote}
      <FormField form={form} name="address" label={ui('field.address')} isOptional>
        <TextInput autoComplete="off" />
      </FormField>
      <FieldRow>
        <FormField
          form={form}
          name="amka"
          rules={{ onChange: resetConfirmation }}
          label={ui('field.amka')}
          isOptional
          help={amkaHelp ?? t('registration.amkaHelp')}
        >
          <TextInput inputMode="numeric" autoComplete="off" className="code" />
        </FormField>
        <LanguageField form={form} />
      </FieldRow>
      <AmkaQuestion form={form} />
    </>
  );
}
