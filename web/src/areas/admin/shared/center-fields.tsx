import type { CenterPlan } from '@medcloud/contract/plans';
import type { CenterCreation } from '@medcloud/contract/shapes/accounts';
import { KeyRound } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { adminText } from '../../../text/admin.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow, FormSection } from '../../../ui/forms/form-section.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { type CenterFields, planNames, planTerms, useFieldError } from './center-form.ts';
import { quotaFromGigabytes, quotaInGigabytes } from './quota.ts';

/** A form with the center's fields. `Output` is what the form sends. */
interface Fields<Output> {
  form: UseFormReturn<CenterFields, unknown, Output>;
}

/** Shows the fields for the center's name and contact details. */
export function DetailsFields<Output>({ form }: Fields<Output>) {
  const t = useText(adminText);
  const error = useFieldError(form);
  return (
    <>
      <Field label={t('center.name')} error={error('name')}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <FieldRow>
        <Field label={t('center.email')} error={error('email')}>
          <TextInput {...form.register('email')} type="email" autoComplete="off" />
        </Field>
        <Field label={t('center.phone')} error={error('phone')}>
          <TextInput {...form.register('phone')} type="tel" autoComplete="off" />
        </Field>
      </FieldRow>
      <Field label={t('center.address')} error={error('address')}>
        <TextArea {...form.register('address')} rows={2} autoComplete="off" />
      </Field>
      <FieldRow>
        <Field label={t('center.city')} optional error={error('city')}>
          <TextInput {...form.register('city')} autoComplete="off" />
        </Field>
        <Field label={t('center.state')} optional error={error('state')}>
          <TextInput {...form.register('state')} autoComplete="off" />
        </Field>
        <Field label={t('center.zipCode')} optional error={error('zipCode')}>
          <TextInput {...form.register('zipCode')} autoComplete="off" />
        </Field>
      </FieldRow>
    </>
  );
}

/** Shows the details fields under their heading. */
export function DetailsSection({ form }: Fields<CenterCreation>) {
  const t = useText(adminText);
  return (
    <FormSection title={t('center.details')}>
      <DetailsFields form={form} />
    </FormSection>
  );
}

/** Returns a plan's text: its price per quarter and its storage. */
function usePlanSummary(): (plan: CenterPlan) => string {
  const t = useText(adminText);
  const format = useFormat();
  return (plan) => {
    const terms = planTerms(plan);
    if (!terms) return t('center.byAgreement');
    const price = format.euros(terms.quarterCents);
    return t('center.perQuarter', { price, storage: format.planSize(terms.quotaBytes) });
  };
}

function QuotaField<Output>({ form }: Fields<Output>) {
  const t = useText(adminText);
  const error = useFieldError(form);
  return (
    <Field label={t('center.quota')} optional help={t('center.quotaHelp')} error={error('quotaBytes')}>
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
  const t = useText(adminText);
  const error = useFieldError(form);
  const planSummary = usePlanSummary();
  const plan = form.watch('plan');
  const choose = (chosen: CenterPlan) => {
    form.setValue('plan', chosen, { shouldDirty: true });
    if (chosen !== 'enterprise') form.setValue('quotaBytes', undefined);
  };
  return (
    <FieldRow>
      <Field label={t('center.plan')} help={planSummary(plan)} error={error('plan')}>
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
  const t = useText(adminText);
  return (
    <FormSection title={t('center.planAndStorage')}>
      <PlanFields form={form} />
    </FormSection>
  );
}

/** Shows the fields of the center's login, which can be typed or generated. */
export function LoginSection({ form, onGenerate }: Fields<CenterCreation> & { onGenerate: () => void }) {
  const t = useText(adminText);
  const error = useFieldError(form);
  const generate = (
    <Button icon={KeyRound} onClick={onGenerate}>
      {t('center.generate')}
    </Button>
  );
  return (
    <FormSection title={t('center.login')} note={generate}>
      <FieldRow>
        <Field label={t('center.centerId')} error={error('centerId')}>
          <TextInput {...form.register('centerId')} autoComplete="off" spellCheck={false} className="code" />
        </Field>
        <Field label={t('center.password')} help={t('center.passwordHelp')} error={error('password')}>
          <TextInput {...form.register('password')} autoComplete="off" spellCheck={false} className="code" />
        </Field>
      </FieldRow>
    </FormSection>
  );
}
