import { useChangePatientViewing, usePatientViewing } from '../../calls/medical-center.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { RadioList } from '../../ui/forms/radio-cards.tsx';
import { Card } from '../../ui/layout/card.tsx';

const choices = [0, 1, 3, 7, 14, 30];

/** Chooses when the center's patients see their own pictures. Saved immediately. */
export function PatientViewing() {
  const t = useText('access.patientViewing');
  const describeFailure = useFailure();
  const stored = usePatientViewing().data;
  const change = useChangePatientViewing();
  if (stored === undefined) return null;
  if (!stored.isAllowed)
    return (
      <Card title={t('title')}>
        <p>{t('isForbidden')}</p>
      </Card>
    );
  // shows the new choice while it is being saved, and the stored one again if saving fails
  const { days } = change.isPending ? change.variables.body : stored;
  const shown = days === null || choices.includes(days) ? choices : [...choices, days].toSorted((a, b) => a - b);
  return (
    <Card title={t('title')}>
      <Field label={t('label')} help={t('help')}>
        <RadioList
          label={t('label')}
          value={days === null ? 'off' : String(days)}
          onChange={(value) => change.mutate({ body: { days: value === 'off' ? null : Number(value) } })}
          options={[
            { value: 'off', title: t('off') },
            ...shown.map((count) => ({ value: String(count), title: t('after', { count }) })),
          ]}
        />
      </Field>
      {change.error && (
        <Note variant="danger" title={t('failed')}>
          {describeFailure(change.error)}
        </Note>
      )}
    </Card>
  );
}
