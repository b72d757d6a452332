import { screens } from '@medcloud/contract/screens';
import type { Alarm } from '@medcloud/contract/shapes/alarms';
import { Link } from 'react-router';
import { useAlarmSeen, type useAlarms } from '../../../calls/admin.ts';
import { CallFailed } from '../../../calls/client/call-failed.tsx';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { alarmsText } from '../../../text/alarms.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** What holds somebody up until it is looked at. */
const holdsUp: readonly Alarm['kind'][] = ['codes_burnt', 'sms_spent'];

function Whose({ alarm: { doctor, raisedAt } }: { alarm: Alarm }) {
  const t = useText(alarmsText);
  const format = useFormat();
  return (
    <p className="mt-1 text-ink-muted">
      {doctor && (
        <>
          <span className="font-thing text-ink">{format.doctor(doctor)}</span>, {doctor.licenseNumber} ·{' '}
          <Link
            to={`${screens.adminAudit}?search=${encodeURIComponent(doctor.licenseNumber)}`}
            className="text-primary-text underline"
          >
            {t('trail')}
          </Link>{' '}
          ·{' '}
        </>
      )}
      <RelativeTime at={raisedAt} />
    </p>
  );
}

/** One alarm: what happened, whose it is, and the button that says it was looked at. */
function AlarmNote({ alarm }: { alarm: Alarm }) {
  const t = useText(alarmsText);
  const ui = useUiText();
  const sentence = useSentence();
  const format = useFormat();
  const toast = useToast();
  const isPause = alarm.kind === 'codes_burnt';
  const seen = useAlarmSeen({
    onSuccess: () => toast({ title: isPause ? t('resumed') : t('seen') }),
  });
  const act = isPause ? t('resume') : t('markSeen');
  const name = alarm.doctor ? format.doctor(alarm.doctor) : null;
  return (
    <Note
      tone={holdsUp.includes(alarm.kind) ? 'danger' : 'warning'}
      live="off"
      title={t(`${alarm.kind}`)}
      actions={
        <Button
          busy={seen.isPending}
          busyLabel={act}
          aria-label={name === null || seen.isPending ? undefined : `${act}, ${name}`}
          onClick={() => seen.mutate({ params: { id: alarm.id } })}
        >
          {act}
        </Button>
      }
    >
      {t(`${alarm.kind}_text`)}
      <Whose alarm={alarm} />
      {seen.error && (
        <p role="alert" className="mt-1 text-danger-text">
          {sentence(sentenceOf(seen.error)) ?? ui('error.noAnswer')}
        </p>
      )}
    </Note>
  );
}

/** What looks like misuse and nobody looked at yet; nothing where there is none. */
export function Alarms({ alarms }: { alarms: ReturnType<typeof useAlarms> }) {
  const t = useText(alarmsText);
  const format = useFormat();
  const { data, error } = alarms;
  if (error)
    return (
      <div className="mb-5">
        <CallFailed title={t('failed')} call={alarms} />
      </div>
    );
  if (!data || data.length === 0) return null;
  return (
    <section className="mb-7">
      <h2 className="mb-3 text-h2">
        {t('title')} <span className="font-normal text-ink-muted figures">{format.number(data.length)}</span>
      </h2>
      <ul className="grid gap-3">
        {data.map((alarm) => (
          <li key={alarm.id}>
            <AlarmNote alarm={alarm} />
          </li>
        ))}
      </ul>
    </section>
  );
}
