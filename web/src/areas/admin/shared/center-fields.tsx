import type { CenterPlan } from '@medcloud/contract/plans';
import type { CenterCreation } from '@medcloud/contract/shapes/accounts';
import { KeyRound } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { usePublicSettings } from '../../../calls/auth.ts';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow, FormSection } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { type CenterFields, planNames } from './center-form.ts';
import { quotaFromGigabytes, quotaInGigabytes } from './quota.ts';

/** A form with the center's fields. `Output` is what the form sends. */
interface Fields<Output> {
  form: UseFormReturn<CenterFields, unknown, Output>;
}

/** Shows the fields for the center's name and contact details. */
export function DetailsFields<Output>({ form }: Fields<Output>) {
  const t = useText('admin');
  const ui = useUiText();
  return (
    <>
      <FormField form={form} name="name" label={t('center.name')}>
        <TextInput autoComplete="off" />
      </FormField>
      <FieldRow>
        <FormField form={form} name="email" label={ui('field.email')}>
          <TextInput type="email" autoComplete="off" />
        </FormField>
        <FormField form={form} name="phone" label={ui('field.phone')}>
          <TextInput type="tel" autoComplete="off" />
        </FormField>
      </FieldRow>
      <FormField form={form} name="address" label={ui('field.address')}>
        <TextArea rows={2} autoComplete="off" />
      </FormField>
      <FieldRow>
        {(['city', 'state', 'zipCode'] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={t(`center.${name}`)} isOptional>
            <TextInput autoComplete="off" />
          </FormField>
        ))}
      </FieldRow>
    </>
  );
}

/** Shows the details fields under their heading. */
export function DetailsSection({ form }: Fields<CenterCreation>) {
  const t = useText('admin');
  return (
    <FormSection title={t('center.details')}>
      <DetailsFields form={form} />
    </FormSection>
  );
}

/** Returns a plan's text: its price per quarter and its storage. */
function usePlanSummary(): (plan: CenterPlan) => string {
  const t = useText('admin');
  const format = useFormat();
  const prices = usePublicSettings().data?.prices.center;
  return (plan) => {
    if (plan === 'enterprise') return t('center.byAgreement');
    const terms = prices?.[plan];
    if (!terms) return '';
    const price = format.euros(terms.quarterCents);
    return t('center.perQuarter', { price, storage: format.planSize(terms.quotaBytes) });
  };
}

function QuotaField<Output>({ form }: Fields<Output>) {
  const t = useText('admin');
  const fieldError = useFieldError(form);
  return (
    <Field label={t('center.quota')} isOptional help={t('center.quotaHelp')} error={fieldError('quotaBytes')}>
      <Controller
        control={form.control}
        name="quotaBytes"
        render={({ field }) => (
          <TextInput
            ref={field.ref}
            inputMode="numeric"
            autoComplete="off"
            value={quotaInGigabytes(field.value)}
            onChange={(event) => field.onChange(quotaFromGigabytes(event.target.value))}
            onBlur={field.onBlur}
          />
        )}
      />
    </Field>
  );
}

/** Shows the plan fields, with the agreed storage for the enterprise plan. */
export function PlanFields<Output>({ form }: Fields<Output>) {
  const t = useText('admin');
  const fieldError = useFieldError(form);
  const planSummary = usePlanSummary();
  const plan = form.watch('plan');
  const choose = (chosen: CenterPlan) => {
    form.setValue('plan', chosen, { shouldDirty: true });
    if (chosen !== 'enterprise') form.setValue('quotaBytes', undefined);
  };
  return (
    <FieldRow>
      <Field label={t('center.plan')} error={fieldError('plan')}>
        <Select
          value={plan}
          onChange={choose}
          options={planNames.map((name) => ({ value: name, label: t(`center.${name}`), hint: planSummary(name) }))}
        />
      </Field>
      {plan === 'enterprise' && <QuotaField form={form} />}
    </FieldRow>
  );
}

/** Shows the plan fields under their heading. */
export function PlanSection({ form }: Fields<CenterCreation>) {
  const t = useText('admin');
  return (
    <FormSection title={t('center.planAndStorage')}>
      <PlanFields form={form} />
    </FormSection>
  );
}

/** Shows the fields of the center's login, which can be typed or generated. */
export function LoginSection({ form, onGenerate }: Fields<CenterCreation> & { onGenerate: () => void }) {
  const t = useText('admin');
  const ui = useUiText();
  const generate = (
    <Button icon={KeyRound} onClick={onGenerate}>
      {t('center.generate')}
    </Button>
  );
  return (
    <FormSection title={t('center.login')} note={generate}>
      <FieldRow>
        <FormField form={form} name="centerId" label={ui('field.centerId')}>
          <TextInput autoComplete="off" spellCheck={false} className="code" />
        </FormField>
        <FormField form={form} name="password" label={ui('field.password')} help={t('center.passwordHelp')}>
          <TextInput autoComplete="off" spellCheck={false} className="code" />
        </FormField>
      </FieldRow>
    </FormSection>
  );
}
