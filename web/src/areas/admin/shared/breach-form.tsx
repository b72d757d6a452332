import { breachScopeKinds } from '@medcloud/contract/choices';
import { limits } from '@medcloud/contract/limits';
import type { BreachChange } from '@medcloud/contract/shapes/breaches';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { FormDateTimeField } from '../../../forms/form-date-time-field.tsx';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FieldRow, FormSection } from '../../../ui/forms/form-section.tsx';
import { RadioList } from '../../../ui/forms/radio-cards.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { type BreachFields, parseLocalTime, toFacts } from './breach-fields.ts';

export type BreachForm = UseFormReturn<BreachFields, unknown, BreachChange>;

const fetchShape = async () => (await import('@medcloud/contract/shapes/breaches')).breachChange;

/** Returns the form of a breach's facts, validated by the contract's shape. */
export function useBreachForm(defaultValues: BreachFields): BreachForm {
  return useForm<BreachFields, unknown, BreachChange>({
    resolver: useShapeResolver(fetchShape, toFacts),
    defaultValues,
    mode: 'onTouched', // errors appear once a field loses the focus
  });
}

function HappenedSection({ form }: { form: BreachForm }) {
  const t = useText('breaches.form');
  return (
    <FormSection title={t('happenedSection')}>
      <FormField form={form} name="title" label={t('title')}>
        <TextInput autoComplete="off" maxLength={limits.breachTitleMax} />
      </FormField>
      <FormField form={form} name="description" label={t('description')} help={t('descriptionHelp')}>
        <TextArea rows={5} maxLength={limits.breachTextMax} />
      </FormField>
      <FieldRow>
        <FormDateTimeField form={form} name="happenedFrom" label={t('happenedFrom')} />
        <FormDateTimeField
          form={form}
          name="happenedUntil"
          label={t('happenedUntil')}
          help={t('happenedUntilHelp')}
          isOptional
        />
      </FieldRow>
    </FormSection>
  );
}

/** What the time of noticing is compared with. */
export interface NoticedBounds {
  /** When the breach was noticed, as the record says now; null for a new record. */
  recordedAt: string | null;
  /** When the alarm was raised that the record comes from; null without one. */
  alarmAt: string | null;
}

function NoticedSection({ form, bounds }: { form: BreachForm; bounds: NoticedBounds }) {
  const t = useText('breaches.form');
  const format = useFormat();
  const noticedAt = parseLocalTime(form.watch('noticedAt'));
  const isAfter = (instant: string | null): instant is string => instant !== null && noticedAt > Date.parse(instant);
  return (
    <FormSection title={t('noticedSection')}>
      <FieldRow>
        <FormDateTimeField form={form} name="noticedAt" label={t('noticedAt')} help={t('noticedAtHelp')} />
        <FormField form={form} name="noticedBy" label={t('noticedBy')}>
          <TextInput autoComplete="off" maxLength={limits.nameMax} />
        </FormField>
      </FieldRow>
      {isAfter(bounds.alarmAt) && (
        <Note variant="warning">{t('afterAlarm', { date: format.dateTime(bounds.alarmAt) })}</Note>
      )}
      {isAfter(bounds.recordedAt) && (
        <FormField form={form} name="noticedReason" label={t('noticedReason')} help={t('noticedReasonHelp')}>
          <TextArea rows={3} maxLength={limits.reasonMax} />
        </FormField>
      )}
    </FormSection>
  );
}

/** Chooses what finds the persons affected. */
function ScopeSection({ form }: { form: BreachForm }) {
  const t = useText('breaches.form');
  const fieldError = useFieldError(form);
  const kind = form.watch('scopeKind');
  const isPeriod = kind === 'period';
  return (
    <FormSection title={t('scopeSection')} note={t('scopeNote')}>
      <Controller
        control={form.control}
        name="scopeKind"
        render={({ field }) => (
          <Field label={t('scopeKind')} error={fieldError('scopeKind')}>
            <RadioList
              value={field.value}
              onChange={field.onChange}
              options={breachScopeKinds.map((value) => ({ value, title: t(`scopeKinds.${value}`) }))}
            />
          </Field>
        )}
      />
      {!isPeriod && (
        <FormField
          form={form}
          name="scopeSubject"
          label={t(kind)}
          help={kind === 'account' ? undefined : t('sessionHelp')}
        >
          <TextInput autoComplete="off" spellCheck={false} className="code" maxLength={limits.searchMax} />
        </FormField>
      )}
      <FieldRow>
        <FormDateTimeField form={form} name="scopeFrom" label={t('scopeFrom')} isOptional={!isPeriod} />
        <FormDateTimeField
          form={form}
          name="scopeTo"
          label={t('scopeTo')}
          isOptional={!isPeriod}
          {...(isPeriod ? { help: t('periodHelp') } : {})}
        />
      </FieldRow>
    </FormSection>
  );
}

function RiskSection({ form }: { form: BreachForm }) {
  const t = useText('breaches.form');
  const fieldError = useFieldError(form);
  return (
    <FormSection title={t('riskSection')}>
      <Controller
        control={form.control}
        name="highRisk"
        render={({ field }) => (
          <Field label={t('highRisk')} error={fieldError('highRisk')}>
            <RadioList
              value={field.value}
              onChange={field.onChange}
              options={(['yes', 'no'] as const).map((value) => ({ value, title: t(value) }))}
            />
          </Field>
        )}
      />
      {(['consequences', 'measures'] as const).map((name) => (
        <FormField key={name} form={form} name={name} label={t(name)} isOptional>
          <TextArea rows={3} maxLength={limits.breachTextMax} />
        </FormField>
      ))}
      <FormField form={form} name="contact" label={t('contact')} isOptional>
        <TextInput autoComplete="off" maxLength={limits.addressMax} />
      </FormField>
    </FormSection>
  );
}

/** Shows all fields of a breach's facts, in groups. */
export function BreachFormFields({ form, bounds }: { form: BreachForm; bounds: NoticedBounds }) {
  return (
    <>
      <HappenedSection form={form} />
      <NoticedSection form={form} bounds={bounds} />
      <ScopeSection form={form} />
      <RiskSection form={form} />
    </>
  );
}
