import { Controller, type UseFormReturn } from 'react-hook-form';
import { usePublicSettings } from '../../../calls/auth.ts';
import { GenderSelect, SpecializationSelect } from '../../../forms/person-fields.tsx';
import { usePlanCards } from '../../../forms/plan-cards.tsx';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow, FormSection } from '../../../ui/forms/form-section.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { SignupFields } from './signup-form.ts';
import type { SignupOutput } from './signup-shape.ts';

export type SignupForm = UseFormReturn<SignupFields, unknown, SignupOutput>;

/** Returns a field's error message in the current language. */
export function useFieldError(form: SignupForm): (field: keyof SignupFields) => string | undefined {
  const errorMessage = useErrorMessage();
  const { errors } = form.formState;
  return (field) => errorMessage(errors[field]?.message);
}

/** Chooses the plan. It comes first, because the link to this page has preselected it. */
export function PlanSection({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const cards = usePlanCards();
  return (
    <FormSection title={t('signup.plan')}>
      <Controller
        control={form.control}
        name="plan"
        render={({ field }) => (
          <RadioCards
            label={t('signup.plan')}
            value={field.value}
            onChange={(value) => field.onChange(value === 'monthly' ? 'monthly' : 'yearly')}
            options={cards}
          />
        )}
      />
    </FormSection>
  );
}

function SpecializationField({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const error = useFieldError(form);
  return (
    <Field label={t('signup.specialization')} error={error('specialization')}>
      <Controller
        control={form.control}
        name="specialization"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <SpecializationSelect value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
        )}
      />
    </Field>
  );
}

function GenderField({ form }: { form: SignupForm }) {
  const t = useText(authText);
  return (
    <Field label={t('gender.label')} help={t('gender.help')} optional>
      <Controller
        control={form.control}
        name="gender"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <GenderSelect value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
        )}
      />
    </Field>
  );
}

/** Shows the fields for the person who applies. */
export function PersonSection({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const error = useFieldError(form);
  return (
    <FormSection title={t('signup.you')}>
      <FieldRow>
        <Field label={t('signup.firstName')} error={error('firstName')}>
          <TextInput {...form.register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label={t('signup.lastName')} error={error('lastName')}>
          <TextInput {...form.register('lastName')} autoComplete="family-name" />
        </Field>
      </FieldRow>
      <FieldRow>
        <Field label={t('signup.license')} error={error('licenseNumber')} help={t('signup.licenseHelp')}>
          <TextInput {...form.register('licenseNumber')} autoComplete="off" spellCheck={false} />
        </Field>
        <SpecializationField form={form} />
      </FieldRow>
      <FieldRow>
        <GenderField form={form} />
        <span className="max-sm:hidden" />
      </FieldRow>
    </FormSection>
  );
}

/** Shows the fields for the later sign-in. */
export function SignInSection({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const error = useFieldError(form);
  const minPasswordLength = usePublicSettings().data?.passwordMin;
  return (
    <FormSection title={t('signup.account')}>
      <Field label={t('signup.email')} error={error('email')}>
        <TextInput {...form.register('email')} type="email" autoComplete="username" />
      </Field>
      <FieldRow>
        <Field
          label={t('signup.password')}
          error={error('password')}
          help={minPasswordLength && t('signup.passwordHelp', { count: minPasswordLength })}
        >
          <PasswordInput {...form.register('password', { deps: ['confirmPassword'] })} autoComplete="new-password" />
        </Field>
        <Field label={t('signup.confirmPassword')} error={error('confirmPassword')}>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
      </FieldRow>
    </FormSection>
  );
}
