import { screens } from '@medcloud/contract/screens';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useUrlParams } from '../../../app/routing/url-params.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { newFields } from '../shared/breach-fields.ts';
import { OpenBreachForm } from './open-breach-form.tsx';

// with the texts of all alarms, which a record by hand does not need
const FormOfAlarm = lazyComponent(async () => (await import('./form-of-alarm.tsx')).FormOfAlarm);

/** Opens a record of a data breach, by hand or from an alarm (`?alarm=`). */
export function AdminBreachNew() {
  const t = useText('breaches');
  const [params] = useUrlParams();
  const [defaults] = useState(() => newFields(Date.now()));
  const alarmId = params.get('alarm');
  const back = (
    <Button asChild variant="ghost" size="small" icon={ArrowLeft}>
      <Link to={screens.adminBreaches} className="-ml-2.5">
        {t('title')}
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader title={t('form.newTitle')} back={back} />
      {alarmId === null ? (
        <OpenBreachForm defaults={defaults} alarmId={null} alarmAt={null} />
      ) : (
        <FormOfAlarm key={alarmId} alarmId={alarmId} />
      )}
    </>
  );
}
