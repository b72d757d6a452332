import { doctorPlans } from '@medcloud/contract/plans';
import { specializations } from '@medcloud/contract/shapes/accounts';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { usePublicSettings } from '../../calls/auth.ts';
import { authText } from '../../text/auth.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { useSpecialization } from '../../text/specialization.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldRow, FormSection } from '../../ui/form-section.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { yearlySavingCents } from './plan-query.ts';
import type { SignupFields, SignupOutput } from './signup-form.ts';

export type SignupForm = UseFormReturn<SignupFields, unknown, SignupOutput>;

/** A field's words of what is wrong, in the language in force. */
export function useFieldError(form: SignupForm): (field: keyof SignupFields) => string | undefined {
  const sentence = useSentence();
  const { errors } = form.formState;
  return (field) => sentence(errors[field]?.message);
}

function usePlanCards() {
  const t = useText(authText);
  const { euros, wholeEuros } = useFormat();
  const { yearly, monthly } = doctorPlans;
  const saving = wholeEuros(yearlySavingCents());
  return [
    {
      value: 'yearly',
      title: t('signup.yearly'),
      badge: <Badge tone="info">{t('signup.bestValue')}</Badge>,
      figure: euros(yearly.monthlyCents),
      unit: t('signup.perMonth'),
      note: t('signup.yearlyNote', { price: wholeEuros(yearly.chargedCents), saving }),
    },
    {
      value: 'monthly',
      title: t('signup.monthly'),
      badge: <Badge>{t('signup.quarterly')}</Badge>,
      figure: euros(monthly.monthlyCents),
      unit: t('signup.perMonth'),
      note: t('signup.monthlyNote', { price: euros(monthly.chargedCents) }),
    },
  ];
}

/** What it costs comes first: the link one followed has chosen it. */
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
  const named = useSpecialization();
  return (
    <Field label={t('signup.specialization')} error={error('specialization')}>
      <Controller
        control={form.control}
        name="specialization"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Select
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            ref={ref}
            options={specializations.map((option) => ({ value: option, label: named(option) }))}
          />
        )}
      />
    </Field>
  );
}

/** Who applies. */
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
    </FormSection>
  );
}

/** How one will sign in. */
export function SignInSection({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const error = useFieldError(form);
  const least = usePublicSettings().data?.passwordMin;
  return (
    <FormSection title={t('signup.account')}>
      <Field label={t('signup.email')} error={error('email')}>
        <TextInput {...form.register('email')} type="email" autoComplete="username" />
      </Field>
      <FieldRow>
        <Field
          label={t('signup.password')}
          error={error('password')}
          help={least && t('signup.passwordHelp', { count: least })}
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
