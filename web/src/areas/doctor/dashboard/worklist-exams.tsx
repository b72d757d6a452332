import { limits } from '@medcloud/contract/limits';
import { screenPath } from '@medcloud/contract/screens';
import type { WorklistExam } from '@medcloud/contract/shapes/worklist';
import { CheckCheck, FileSearch, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMarkSeen, type useWorklist } from '../../../calls/doctor.ts';
import { useExamThumbnails } from '../../../calls/exams.ts';
import { fromList } from '../../../lib/back-link.ts';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DoctorExamRow } from '../shared/doctor-exam-row.tsx';
import { RequestLink } from './request-link.tsx';

interface WorklistExamsProps {
  list: ReturnType<typeof useWorklist>;
  exams: readonly WorklistExam[];
  show: 'new' | 'all';
}

/** Returns a function that marks exams as seen, and says so. */
function useMarking() {
  const t = useText('doctor');
  const toast = useToast();
  const describeFailure = useFailure();
  const mutation = useMarkSeen();
  const mark = (exams: readonly WorklistExam[]) =>
    mutation.mutate(
      { body: { ids: exams.slice(0, limits.listDefault).map(({ id }) => id) } },
      {
        onSuccess: ({ seen }) => toast({ title: t('worklist.marked', { count: seen }) }),
        onError: (error) => toast({ variant: 'danger', title: t('worklist.markFailed'), text: describeFailure(error) }),
      },
    );
  return { mark, isMarking: mutation.isPending };
}

/** The exams of several patients, latest arrival first. Each row opens its exam in the viewer. */
export function WorklistExams({ list, exams, show }: WorklistExamsProps) {
  const t = useText('doctor');
  const images = useExamThumbnails(exams);
  const { mark, isMarking } = useMarking();
  const newExams = exams.filter(({ isNew }) => isNew);
  return (
    <>
      <Card isFlush className="max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
        {exams.length === 0 ? (
          <EmptyState
            icon={FileSearch}
            title={t(show === 'new' ? 'worklist.none' : 'worklist.noneAtAll')}
            action={<RequestLink />}
          />
        ) : (
          <ul className="divide-y divide-line">
            {exams.map((exam) => (
              <WorklistRow key={exam.id} exam={exam} image={images.get(exam.id)} onMark={() => mark([exam])} />
            ))}
          </ul>
        )}
      </Card>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 empty:hidden">
        {newExams.length > 1 && (
          <Button
            variant="ghost"
            size="small"
            icon={CheckCheck}
            busy={isMarking}
            busyLabel={t('worklist.marking')}
            onClick={() => mark(newExams)}
          >
            {t('worklist.markAll', { count: newExams.length })}
          </Button>
        )}
        <MoreExams list={list} />
      </div>
    </>
  );
}

function MoreExams({ list }: Pick<WorklistExamsProps, 'list'>) {
  const ui = useUiText();
  if (!list.hasNextPage) return null;
  return (
    <Button
      className="ml-auto"
      onClick={() => void list.fetchNextPage()}
      busy={list.isFetchingNextPage}
      busyLabel={ui('list.loading')}
    >
      {ui('action.showMore')}
    </Button>
  );
}

interface WorklistRowProps {
  exam: WorklistExam;
  image: string | undefined;
  onMark: () => void;
}

function WorklistRow({ exam, image, onMark }: WorklistRowProps) {
  const t = useText('doctor');
  const navigate = useNavigate();
  const { patientId } = exam.patient;
  const openPatient = () => void navigate(screenPath('doctorPatientExams', { patientId }), { state: fromList });
  return (
    <DoctorExamRow
      exam={exam}
      image={image}
      patient={patientName(exam.patient)}
      menuItems={[
        { label: t('worklist.ofPatient'), icon: UserRound, onSelect: openPatient },
        ...(exam.isNew ? [{ label: t('worklist.mark'), icon: CheckCheck, onSelect: onMark }] : []),
      ]}
    />
  );
}
