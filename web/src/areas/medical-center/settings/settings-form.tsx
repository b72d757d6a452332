import type { CenterSettings, CenterSettingsChange } from '@medcloud/contract/shapes/center/settings';
import { Controller, useForm } from 'react-hook-form';
import { useChangeCenterSettings } from '../../../calls/team.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { WithoutFactor } from './without-factor.tsx';

type Fields = Pick<CenterSettings, 'secondFactor' | 'idleMinutes'>;

const rules = ['optional', 'required'] as const;
const idleChoices = [5, 10, 15, 20, 25, 30];

/** Returns what was changed, so that what others change meanwhile is not sent back. */
const changeOf = (before: Fields, { secondFactor, idleMinutes }: Fields): CenterSettingsChange => ({
  ...(secondFactor === before.secondFactor ? {} : { secondFactor }),
  ...(idleMinutes === before.idleMinutes ? {} : { idleMinutes }),
});

/** Chooses whether a second factor is required, with who has none yet, and how long a session may idle. */
export function SettingsForm({ settings }: { settings: CenterSettings }) {
  const t = useText('center/team.settings');
  const toast = useToast();
  const { secondFactor, idleMinutes, graceDays } = settings;
  const form = useForm<Fields>({
    values: { secondFactor, idleMinutes },
    resetOptions: { keepDirtyValues: true },
  });
  const submission = useSubmit(form, useChangeCenterSettings(), {
    toInput: (values: Fields) => ({ body: changeOf(settings, values) }),
    onSuccess: (changed) => {
      form.reset({ secondFactor: changed.secondFactor, idleMinutes: changed.idleMinutes });
      toast({ title: t('saved') });
    },
  });
  const notes = { optional: t('factor.optionalNote'), required: t('factor.requiredNote', { days: graceDays }) };
  const minutes = idleChoices.includes(idleMinutes)
    ? idleChoices
    : [...idleChoices, idleMinutes].toSorted((a, b) => a - b);
  return (
    <Form submission={submission}>
      <Card title={t('factor.title')}>
        <div className="flex flex-col gap-4">
          <Field label={t('factor.label')}>
            <Controller
              control={form.control}
              name="secondFactor"
              render={({ field }) => (
                <RadioCards
                  label={t('factor.label')}
                  value={field.value}
                  onChange={field.onChange}
                  options={rules.map((value) => ({
                    value,
                    title: t(`factor.${value}`),
                    note: notes[value],
                  }))}
                />
              )}
            />
          </Field>
          <WithoutFactor settings={settings} />
        </div>
      </Card>
      <Card title={t('idle.title')}>
        <Field label={t('idle.label')} help={t('idle.help')} className="max-w-60">
          <Controller
            control={form.control}
            name="idleMinutes"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <Select
                value={String(value)}
                onChange={(choice) => onChange(Number(choice))}
                onBlur={onBlur}
                ref={ref}
                options={minutes.map((count) => ({ value: String(count), label: t('idle.minutes', { count }) }))}
              />
            )}
          />
        </Field>
      </Card>
      <FormActions
        submitLabel={t('save')}
        busyLabel={t('saving')}
        failureTitle={t('failed')}
        reason={form.formState.isDirty ? undefined : t('nothing')}
      />
    </Form>
  );
}
