import { ApiError } from '@medcloud/contract/api-client';
import type { DoctorProfile } from '@medcloud/contract/shapes/profile';
import { Controller } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { GenderSelect, SpecializationSelect } from '../../../forms/person-fields.tsx';
import { type Language, languages } from '../../../lib/language.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { ProfileFields } from './profile-form.ts';
import { type ProfileForm, useProfileForm } from './use-profile-form.ts';

type ProfileEditor = ReturnType<typeof useProfileForm>;

const ReviewQuestion = lazyComponent(async () => (await import('./profile-questions.tsx')).ReviewQuestion);
const PasswordQuestion = lazyComponent(async () => (await import('./profile-questions.tsx')).PasswordQuestion);

function useFieldError(form: ProfileForm): (field: keyof ProfileFields) => string | undefined {
  const errorMessage = useErrorMessage();
  const { errors } = form.formState;
  return (field) => errorMessage(errors[field]?.message);
}

/** Shows the fields that verification depends on. A change needs a new approval. */
function IdentityFields({ form, isVerified }: { form: ProfileForm; isVerified: boolean }) {
  const t = useText(doctorAccountText);
  const error = useFieldError(form);
  return (
    <>
      <FieldRow>
        <Field label={t('profile.firstName')} error={error('firstName')}>
          <TextInput {...form.register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label={t('profile.lastName')} error={error('lastName')}>
          <TextInput {...form.register('lastName')} autoComplete="family-name" />
        </Field>
      </FieldRow>
      <Field label={t('profile.email')} error={error('email')}>
        <TextInput {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <FieldRow>
        <Field
          label={t('profile.license')}
          error={error('licenseNumber')}
          help={isVerified && t('profile.licenseHelp')}
        >
          <TextInput {...form.register('licenseNumber')} autoComplete="off" spellCheck={false} />
        </Field>
        <Field label={t('profile.specialization')} error={error('specialization')}>
          <Controller
            control={form.control}
            name="specialization"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <SpecializationSelect value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
            )}
          />
        </Field>
      </FieldRow>
    </>
  );
}

// Each language's name is in that language.
const languageNames = { en: 'English', el: 'Ελληνικά' } as const satisfies Record<Language, string>;

/** Shows the fields for the doctor's gender and language in the portal's texts. */
function PreferenceFields({ form }: { form: ProfileForm }) {
  const t = useText(doctorAccountText);
  const options = languages.map((value) => ({ value, label: languageNames[value] }));
  return (
    <FieldRow>
      <Field label={t('profile.gender')} help={t('profile.genderHelp')} optional>
        <Controller
          control={form.control}
          name="gender"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <GenderSelect value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
          )}
        />
      </Field>
      <Field label={t('profile.language')} help={t('profile.languageHelp')}>
        <Controller
          control={form.control}
          name="language"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <Select value={value} onChange={onChange} onBlur={onBlur} ref={ref} options={options} />
          )}
        />
      </Field>
    </FieldRow>
  );
}

/** Shows an error that no field and no dialog shows. */
function FormErrorMessage({ editor }: { editor: ProfileEditor }) {
  const t = useText(doctorAccountText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { error } = editor.change;
  if (error === null || editor.question !== null) return null;
  if (error instanceof ApiError && (error.fields.length > 0 || isQuestion(error))) return null;
  return (
    <Note variant="danger" title={t('profile.updateFailed')}>
      {errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')}
    </Note>
  );
}

/** An error with a question is not a failure, even if the doctor cancels the question. */
const isQuestion = ({ code }: ApiError) => code === 'review_required' || code === 'step_up_required';

/** Edits the doctor's profile. */
export function ProfileCard({ profile }: { profile: DoctorProfile }) {
  const t = useText(doctorAccountText);
  const editor = useProfileForm(profile);
  const { form, change, question, submit } = editor;
  return (
    <Card title={t('profile.form')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <IdentityFields form={form} isVerified={profile.doctor.isVerified} />
        <PreferenceFields form={form} />
        <FormErrorMessage editor={editor} />
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={change.isPending}
            busyLabel={t('profile.updating')}
            className="max-sm:w-full"
          >
            {t('profile.update')}
          </Button>
        </div>
      </form>
      {question === 'review' && <ReviewQuestion editor={editor} />}
      {question === 'password' && <PasswordQuestion editor={editor} />}
    </Card>
  );
}
