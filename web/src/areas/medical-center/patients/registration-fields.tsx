import { genders } from '@medcloud/contract/choices';
import { validationMessages } from '@medcloud/contract/validation-messages';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { dayOf } from '../../../lib/dates.ts';
import { centerText } from '../../../text/center.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { DateInput } from '../../../ui/forms/date-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { PatientFields as Fields } from './registration-form.ts';

const dayMs = 86_400_000;

/** The form of the registration or of the edit. Both have the same fields and different bodies. */
type Form<Sent> = UseFormReturn<Fields, unknown, Sent>;

/** Returns a field's error message in the current language. */
function useFieldError<Sent>(form: Form<Sent>): (name: keyof Fields) => string | undefined {
  const errorMessage = useErrorMessage();
  const { errors } = form.formState;
  return (name) => errorMessage(errors[name]?.message);
}

function GenderField<Sent>({ form }: { form: Form<Sent> }) {
  const t = useText(centerText);
  const ui = useUiText();
  const error = useFieldError(form)('gender');
  return (
    <Controller
      control={form.control}
      name="gender"
      render={({ field }) => (
        <Field label={t('registration.gender')} error={error}>
          <Select {...field} options={genders.map((gender) => ({ value: gender, label: ui(`gender.${gender}`) }))} />
        </Field>
      )}
    />
  );
}

function LanguageField<Sent>({ form }: { form: Form<Sent> }) {
  const t = useText(centerText);
  return (
    <Controller
      control={form.control}
      name="language"
      render={({ field: { value, onChange, onBlur } }) => (
        <Field label={t('registration.language')} optional>
          <Select<'number' | 'en' | 'el'>
            value={value === '' ? 'number' : value}
            onChange={(chosen) => onChange(chosen === 'number' ? '' : chosen)}
            onBlur={onBlur}
            options={[
              { value: 'number', label: t('registration.byNumber') },
              { value: 'el', label: t('sheet.greek') },
              { value: 'en', label: t('sheet.english') },
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
  const t = useText(centerText);
  const errorMessage = useErrorMessage();
  const error = useFieldError(form)('amkaConfirmed');
  const isConfirmed = form.watch('amkaConfirmed');
  if (error === undefined && !isConfirmed) return null;
  return (
    <Controller
      control={form.control}
      name="amkaConfirmed"
      render={({ field }) => (
        <Note variant="warning" title={errorMessage(validationMessages.amkaBirthDate)} live="alert">
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
}

/** Shows the fields for the patient's name, contact details and AMKA. */
export function RegistrationFields<Sent>({ form, amkaHelp, phoneNote }: RegistrationFieldsProps<Sent>) {
  const t = useText(centerText);
  const fieldError = useFieldError(form);
  const { register } = form;
  const resetConfirmation = () => form.setValue('amkaConfirmed', false);
  return (
    <>
      <FieldRow>
        <Field label={t('registration.lastName')} error={fieldError('lastName')}>
          <TextInput {...register('lastName')} autoComplete="off" />
        </Field>
        <Field label={t('registration.firstName')} error={fieldError('firstName')}>
          <TextInput {...register('firstName')} autoComplete="off" />
        </Field>
      </FieldRow>
      <FieldRow>
        <Field label={t('registration.birthDate')} error={fieldError('dateOfBirth')}>
          <DateInput
            {...register('dateOfBirth', { onChange: resetConfirmation })}
            min="1900-01-01"
            max={dayOf(new Date(Date.now() - dayMs))}
          />
        </Field>
        <GenderField form={form} />
      </FieldRow>
      <FieldRow>
        <Field label={t('registration.phone')} optional help={t('registration.phoneHelp')} error={fieldError('phone')}>
          <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="off" className="figures" />
        </Field>
        <Field label={t('registration.email')} optional error={fieldError('email')}>
          <TextInput {...register('email')} type="email" inputMode="email" autoComplete="off" />
        </Field>
      </FieldRow>
      {phoneNote}
      <Field label={t('registration.address')} optional error={fieldError('address')}>
        <TextInput {...register('address')} autoComplete="off" />
      </Field>
      <FieldRow>
        <Field
          label={t('registration.amka')}
          optional
          help={amkaHelp ?? t('registration.amkaHelp')}
          error={fieldError('amka')}
        >
          <TextInput
            {...register('amka', { onChange: resetConfirmation })}
            inputMode="numeric"
            autoComplete="off"
            className="code"
          />
        </Field>
        <LanguageField form={form} />
      </FieldRow>
      <AmkaQuestion form={form} />
    </>
  );
}
