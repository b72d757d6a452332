import type { LinkRecord } from '@medcloud/contract/shapes/access';
import { useEffect, useState } from 'react';
import { PublicLayout } from '../../../app/layout/public-layout.tsx';
import { useText } from '../../../text/language.tsx';
import { PageTitle } from '../page-title.tsx';
import { ConsentButton } from '../parts.tsx';
import { type OwnEnd, viewingMinutes } from './own-end.ts';
import { OwnList } from './own-list.tsx';
import { OwnPerson } from './own-person.tsx';

/** Shows a person's own exams: first asks for the date of birth. Closes after 30 minutes. */
export function OwnExamPages({ persons, onClose }: { persons: readonly LinkRecord[]; onClose: () => void }) {
  const [step, setStep] = useState<'person' | 'exams' | OwnEnd>('person');
  useEffect(() => {
    const timer = setTimeout(() => setStep('closed'), viewingMinutes * 60_000);
    return () => clearTimeout(timer);
  }, []);
  switch (step) {
    case 'person':
      return <OwnPerson persons={persons} onOpen={() => setStep('exams')} onEnd={setStep} onClose={onClose} />;
    case 'exams':
      return <OwnList onEnd={setStep} onClose={onClose} />;
    default:
      return <EndedPage end={step} onClose={onClose} />;
  }
}

function EndedPage({ end, onClose }: { end: OwnEnd; onClose: () => void }) {
  const t = useText('access.own');
  return (
    <PublicLayout title={t(`${end}.title`)}>
      <PageTitle shouldFocus>{t(`${end}.title`)}</PageTitle>
      <p className="mt-4 mb-6">{t(`${end}.text`)}</p>
      <ConsentButton variant="quiet" onClick={onClose}>
        {t('back')}
      </ConsentButton>
    </PublicLayout>
  );
}
