import { calendarDate } from '@medcloud/contract/shapes/common';
import { issueCode } from '@medcloud/contract/validation-codes';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { useExportBooks } from '../../../calls/billing-admin.ts';
import { useToday } from '../../../calls/today.ts';
import { FormDateField } from '../../../forms/form-date-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { FieldRow } from '../../../ui/forms/form-section.tsx';
import { Card } from '../../../ui/layout/card.tsx';

const firstDay = '2020-01-01';

const shape = z
  .object({ from: calendarDate(), to: calendarDate() })
  .refine(({ from, to }) => from <= to, { path: ['from'], error: issueCode('days_order') });
type Days = z.output<typeof shape>;

/** The quarter before the running one, which the accountant asks for. */
function lastQuarter(today: string): Days {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const start = month - 1 - ((month - 1) % 3);
  const day = (monthIndex: number, date: number) =>
    new Date(Date.UTC(year, monthIndex, date)).toISOString().slice(0, 10);
  return { from: day(start - 3, 1), to: day(start, 0) };
}

/** Downloads the books of some days for the accountant. */
export function ExportBooks() {
  const t = useText('billing/admin.export');
  const { language } = useLanguage();
  const exportBooks = useExportBooks();
  const [isBusy, setBusy] = useState(false);
  const today = useToday();
  const form = useForm<Days, unknown, Days>({
    resolver: createShapeResolver(shape),
    values: lastQuarter(today),
    resetOptions: { keepDirtyValues: true },
  });
  const download = form.handleSubmit(async (days) => {
    setBusy(true);
    await exportBooks(days, language).finally(() => setBusy(false));
  });
  return (
    <Card title={t('title')} className="max-w-160">
      <form noValidate onSubmit={(event) => void download(event)} className="flex flex-col gap-5">
        <p className="text-body text-ink-muted">{t('text')}</p>
        <FieldRow>
          <FormDateField form={form} name="from" label={t('from')} min={firstDay} max={today} />
          <FormDateField form={form} name="to" label={t('to')} min={firstDay} max={today} />
        </FieldRow>
        <Button
          type="submit"
          variant="primary"
          icon={Download}
          busy={isBusy}
          busyLabel={t('busy')}
          className="self-start max-sm:w-full"
        >
          {t('download')}
        </Button>
        <p className="text-small text-ink-muted">{t('audited')}</p>
      </form>
    </Card>
  );
}
