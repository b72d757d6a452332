import { Plus } from 'lucide-react';
import { doctorText } from '../../text/doctor.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccessibleList, useAccessibleList } from './accessible-list.tsx';
import { GateNote, useGate } from './gate.tsx';
import { RequestPanel } from './request-panel.tsx';
import { useAccessRequest } from './use-access-request.ts';

function WorkArea() {
  const t = useText(doctorText);
  const hand = useAccessRequest();
  const accessible = useAccessibleList();
  const gate = useGate(accessible.list.error ?? hand.requests.error);
  const action = (
    <Button variant="primary" icon={Plus} onClick={() => hand.choose(null)}>
      {t('patients.newRequest')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('patients.title')}
        purpose={t('patients.purpose')}
        action={gate === null ? action : undefined}
      />
      {gate === null ? (
        <>
          <RequestPanel hand={hand} />
          <AccessibleList {...accessible} />
        </>
      ) : (
        <GateNote gate={gate} />
      )}
    </>
  );
}

/** Retrieve Data: ask a patient for access, open the exams of those who agreed. */
export function DoctorPatients() {
  const t = useText(doctorText);
  const gate = useGate();
  if (gate === null) return <WorkArea />;
  return (
    <>
      <PageHeader title={t('patients.title')} purpose={t('patients.purpose')} />
      <GateNote gate={gate} />
    </>
  );
}
