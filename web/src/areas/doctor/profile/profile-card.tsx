import { languages, languageTable } from '@medcloud/contract/languages';
import type { DoctorProfile } from '@medcloud/contract/shapes/profile';
import { Controller } from 'react-hook-form';
import { Form, FormActions } from '../../../forms/form.tsx';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { GenderSelect, SpecializationSelect } from '../../../forms/person-fields.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { type ProfileForm, useProfileForm } from './use-profile-form.ts';

const ReviewQuestion = lazyComponent(async () => (await import('./profile-questions.tsx')).ReviewQuestion);
const PasswordQuestion = lazyComponent(async () => (await import('./profile-questions.tsx')).PasswordQuestion);

/** Shows the fields that verification depends on. A change needs a new approval. */
function IdentityFields({ form, isVerified }: { form: ProfileForm; isVerified: boolean }) {
  const t = useText('account');
  const ui = useUiText();
  const error = useFieldError(form);
  return (
    <>
      <FieldRow>
        <FormField form={form} name="firstName" label={t('profile.firstName')}>
          <TextInput autoComplete="given-name" />
        </FormField>
        <FormField form={form} name="lastName" label={t('profile.lastName')}>
          <TextInput autoComplete="family-name" />
        </FormField>
      </FieldRow>
      <FormField form={form} name="email" label={ui('field.email')}>
        <TextInput type="email" autoComplete="email" />
      </FormField>
      <FieldRow>
        <FormField
          form={form}
          name="licenseNumber"
          label={t('profile.license')}
          help={isVerified && t('profile.licenseHelp')}
        >
          <TextInput autoComplete="off" spellCheck={false} />
        </FormField>
        <Field label={ui('field.specialization')} error={error('specialization')}>
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

/** Shows the fields for the doctor's gender and language in the portal's texts. */
function PreferenceFields({ form }: { form: ProfileForm }) {
  const t = useText('account');
  const ui = useUiText();
  const options = languages.map((value) => ({ value, label: languageTable[value].name }));
  return (
    <FieldRow>
      <Field label={ui('field.gender')} help={t('profile.genderHelp')} isOptional>
        <Controller
          control={form.control}
          name="gender"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <GenderSelect value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
          )}
        />
      </Field>
      <Field label={t('profile.language')}>
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

/** Edits the doctor's profile. */
export function ProfileCard({ profile }: { profile: DoctorProfile }) {
  const t = useText('account');
  const editor = useProfileForm(profile);
  const { form, submission, question } = editor;
  return (
    <Card title={t('profile.form')}>
      <Form submission={submission}>
        <IdentityFields form={form} isVerified={profile.doctor.isVerified} />
        <PreferenceFields form={form} />
        <FormActions
          submitLabel={t('profile.update')}
          busyLabel={t('profile.updating')}
          failureTitle={t('profile.updateFailed')}
        />
      </Form>
      {question === 'review' && <ReviewQuestion editor={editor} />}
      {question === 'password' && <PasswordQuestion editor={editor} />}
    </Card>
  );
}
