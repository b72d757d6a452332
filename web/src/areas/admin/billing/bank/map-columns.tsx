import { type BankField, bankFields, type UnknownColumns } from '@medcloud/contract/shapes/billing/bank';
import { issueCode } from '@medcloud/contract/validation-codes';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { useSaveBankColumns } from '../../../../calls/bank.ts';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { FormField } from '../../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../../forms/use-submit.ts';
import { useText } from '../../../../text/language.tsx';
import { Select } from '../../../../ui/forms/select.tsx';

const none = 'none';
const choice = z.string().transform((value) => (value === none ? undefined : Number(value)));
const choices = Object.fromEntries(bankFields.map((field) => [field, choice])) as Record<BankField, typeof choice>;
const shape = z
  .object(choices)
  .refine(({ day }) => day !== undefined, { path: ['day'], error: issueCode('required') })
  .refine(({ amount, credit }) => amount !== undefined || credit !== undefined, {
    path: ['amount'],
    error: issueCode('bank_columns_missing'),
  })
  .transform(({ day = 0, ...others }) => ({ day, ...others }));
type Choices = z.input<typeof shape>;

const startValues = Object.fromEntries(bankFields.map((field) => [field, none])) as Choices;

interface MapColumnsProps {
  unknown: UnknownColumns;
  onSaved: () => void;
  onClose: () => void;
}

/** Names a column by its heading and its first value. */
function useOptions({ headings, samples }: UnknownColumns) {
  const t = useText('billing/admin.bankColumns');
  const columns = headings.map((heading, index) => {
    const value = samples.map((row) => row[index] ?? '').find((cell) => cell !== '');
    const name = heading === '' ? t('column', { number: index + 1 }) : heading;
    return { value: String(index), label: value === undefined ? name : t('option', { name, value }) };
  });
  return [{ value: none, label: t('none') }, ...columns];
}

/** Asks what each column of a bank's CSV file is, once for files with these headings. */
export function MapColumns({ unknown, onSaved, onClose }: MapColumnsProps) {
  const t = useText('billing/admin.bankColumns');
  const options = useOptions(unknown);
  const form = useForm<Choices, unknown, z.output<typeof shape>>({
    resolver: createShapeResolver(shape),
    defaultValues: startValues,
  });
  const submission = useSubmit(form, useSaveBankColumns(), {
    toInput: (columns) => ({ body: { headings: unknown.headings, columns } }),
    onSuccess: onSaved,
  });
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('title')}
      text={t('text')}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {bankFields.map((field) => (
          <FormField key={field} form={form} name={field} label={t(`fields.${field}`)}>
            <Select options={options} />
          </FormField>
        ))}
      </div>
    </FormDialog>
  );
}
