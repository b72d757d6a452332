import { useState } from 'react';
import { useAlarms } from '../../../calls/admin.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { fieldsOfAlarm, newFields } from '../shared/breach-fields.ts';
import { OpenBreachForm } from './open-breach-form.tsx';

/** Fills the form from the alarm once it is loaded. An alarm that was seen meanwhile leaves the form empty. */
export function FormOfAlarm({ alarmId }: { alarmId: string }) {
  const t = useText('alarms');
  const breaches = useText('breaches.form');
  const ui = useUiText();
  const { data, error } = useAlarms();
  const [now] = useState(() => Date.now());
  if (!data && !error) return <SkeletonRows rows={8} label={ui('list.loading')} />;
  const alarm = data?.find(({ id }) => id === alarmId);
  const defaults = alarm
    ? fieldsOfAlarm(alarm, { title: t(`titles.${alarm.kind}`), text: t(`texts.${alarm.kind}`) }, now)
    : newFields(now);
  return (
    <>
      <div className="mb-4 max-w-176">
        <Note live="off">{breaches('fromAlarm')}</Note>
      </div>
      <OpenBreachForm defaults={defaults} alarmId={alarmId} alarmAt={alarm?.raisedAt ?? null} />
    </>
  );
}
