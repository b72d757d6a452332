import { Controller, type UseFormReturn, useController } from 'react-hook-form';
import { usePublicSettings } from '../../../calls/auth.ts';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { AddressFields, CountryField } from '../../../forms/payment-fields.tsx';
import { GenderSelect, SpecializationSelect } from '../../../forms/person-fields.tsx';
import { usePlanCards } from '../../../forms/plan-cards.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow, FormSection } from '../../../ui/forms/form-section.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { SignupFields } from './signup-form.ts';
import type { SignupOutput } from './signup-shape.ts';

export type SignupForm = UseFormReturn<SignupFields, unknown, SignupOutput>;

/** Chooses the plan. It comes first, because the link to this page has preselected it. */
export function PlanSection({ form }: { form: SignupForm }) {
  const t = useText('auth');
  const cards = usePlanCards(usePublicSettings().data?.prices.doctor);
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
  const ui = useUiText();
  const error = useFieldError(form);
  return (
    <Field label={ui('field.specialization')} error={error('specialization')}>
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
  const t = useText('auth');
  const ui = useUiText();
  return (
    <Field label={ui('field.gender')} help={t('gender.help')} isOptional>
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
  const t = useText('auth');
  const ui = useUiText();
  return (
    <FormSection title={t('signup.you')}>
      <FieldRow>
        <FormField form={form} name="firstName" label={t('signup.firstName')}>
          <TextInput autoComplete="given-name" />
        </FormField>
        <FormField form={form} name="lastName" label={t('signup.lastName')}>
          <TextInput autoComplete="family-name" />
        </FormField>
      </FieldRow>
      <FieldRow>
        <FormField form={form} name="licenseNumber" label={ui('field.license')} help={t('signup.licenseHelp')}>
          <TextInput autoComplete="off" spellCheck={false} />
        </FormField>
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
  const t = useText('auth');
  const ui = useUiText();
  const minPasswordLength = usePublicSettings().data?.passwordMin;
  return (
    <FormSection title={t('signup.account')}>
      <FormField form={form} name="email" label={ui('field.email')}>
        <TextInput type="email" autoComplete="username" />
      </FormField>
      <FieldRow>
        <FormField
          form={form}
          name="password"
          rules={{ deps: ['confirmPassword'] }}
          label={ui('field.password')}
          help={minPasswordLength && t('signup.passwordHelp', { count: minPasswordLength })}
        >
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <FormField form={form} name="confirmPassword" label={t('signup.confirmPassword')}>
          <PasswordInput autoComplete="new-password" />
        </FormField>
      </FieldRow>
    </FormSection>
  );
}

function Country({ form }: { form: SignupForm }) {
  const error = useFieldError(form);
  const { field } = useController({ control: form.control, name: 'country' });
  return <CountryField {...field} error={error('country')} />;
}

/** Shows the address of the card and the business. */
export function SignupAddress({ form }: { form: SignupForm }) {
  const error = useFieldError(form);
  return (
    <AddressFields register={form.register} error={error}>
      <Country form={form} />
    </AddressFields>
  );
}
