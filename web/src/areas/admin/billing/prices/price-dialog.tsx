import type { PriceVersion } from '@medcloud/contract/shapes/billing/prices';
import { calendarDate } from '@medcloud/contract/shapes/common';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { plainAmount } from '../../../../billing/transfer-details.tsx';
import { useAddPrice } from '../../../../calls/prices.ts';
import { useToday } from '../../../../calls/today.ts';
import { FormDateField } from '../../../../forms/form-date-field.tsx';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { FormField } from '../../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../../forms/use-submit.ts';
import { addDays } from '../../../../lib/typed-date/calendar-days.ts';
import { useFormat } from '../../../../text/format.ts';
import { useLanguage, useText } from '../../../../text/language.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { FieldRow } from '../../../../ui/forms/form-section.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { euroAmount } from '../euro-amount.ts';
import { usePlanName } from '../use-plan-name.ts';

const periods = ['1', '3', '6', '12'];
const shape = z.object({
  grossCents: euroAmount,
  monthCents: euroAmount,
  months: z.string(),
  from: calendarDate(),
});
type Fields = z.input<typeof shape>;
type Price = z.output<typeof shape>;

interface PriceDialogProps {
  /** The latest version, which the new one follows. */
  price: PriceVersion;
  onClose: () => void;
}

/** The first day that a new version may have. */
function firstPossibleDay({ from }: PriceVersion, today: string): string {
  const tomorrow = addDays(today, 1);
  return from > tomorrow ? from : tomorrow;
}

function usePriceForm({ price, onClose }: PriceDialogProps) {
  const t = useText('billing/prices');
  const toast = useToast();
  const format = useFormat();
  const { language } = useLanguage();
  const firstDay = firstPossibleDay(price, useToday());
  const { plan, center, version, grossCents, monthCents, periodMonths } = price;
  const form = useForm<Fields, unknown, Price>({
    resolver: createShapeResolver<Fields, Price>(shape),
    values: {
      grossCents: plainAmount(grossCents, language),
      monthCents: plainAmount(monthCents, language),
      months: String(periodMonths),
      from: firstDay,
    },
    resetOptions: { keepDirtyValues: true },
  });
  const submission = useSubmit(form, useAddPrice(), {
    toInput: ({ months, ...fields }) => ({
      body: {
        ...{ plan, after: version, grossCents: fields.grossCents, from: fields.from },
        ...(center === null ? { monthCents: fields.monthCents } : { centerId: center.id, months: Number(months) }),
      },
    }),
    onSuccess: (added) => {
      toast({ title: t('done'), text: t('doneText', { day: format.day(added.from) }) });
      onClose();
    },
  });
  return { form, submission, firstDay };
}

/** Adds the next version of a price. */
export function PriceDialog(props: PriceDialogProps) {
  const { price, onClose } = props;
  const t = useText('billing/prices');
  const planName = usePlanName();
  const { form, submission, firstDay } = usePriceForm(props);
  const { center, periodMonths } = price;
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('title', { plan: planName(price) })}
      text={center === null ? t('text') : t('textEnterprise', { center: center.name })}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('addFailed')}
    >
      <FieldRow>
        <FormField
          form={form}
          name="grossCents"
          label={t('gross')}
          help={center === null ? t('grossHelp', { months: periodMonths }) : undefined}
        >
          <TextInput inputMode="decimal" autoComplete="off" className="figures" />
        </FormField>
        {center === null ? (
          <FormField form={form} name="monthCents" label={t('listed')}>
            <TextInput inputMode="decimal" autoComplete="off" className="figures" />
          </FormField>
        ) : (
          <FormField form={form} name="months" label={t('months')}>
            <Select options={periods.map((value) => ({ value, label: t('monthCount', { count: Number(value) }) }))} />
          </FormField>
        )}
      </FieldRow>
      <FormDateField
        form={form}
        name="from"
        label={t('firstDay')}
        help={center === null ? t('firstDayHelp') : undefined}
        min={firstDay}
      />
    </FormDialog>
  );
}
