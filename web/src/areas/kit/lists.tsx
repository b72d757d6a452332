import { Download, Eye, FileArchive, Send, Upload } from 'lucide-react';
import { useState } from 'react';
import { patientName } from '../../lib/names.ts';
import { useFormat } from '../../text/format.ts';
import { kitText } from '../../text/kit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ExamTypeBadge } from '../../ui/data/exam-type-badge.tsx';
import { Facts } from '../../ui/data/facts.tsx';
import { Highlight } from '../../ui/data/highlight.tsx';
import { StatCards } from '../../ui/data/stat-cards.tsx';
import { Table } from '../../ui/data/table.tsx';
import { TwoLines } from '../../ui/data/two-lines.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { type Step, StepDashes, Stepper } from '../../ui/layout/stepper.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Group } from './group.tsx';
import { type SamplePatient, samplePatients } from './sample-patients.ts';

/** Shows the table of the patients screen. */
export function SampleTable({
  selected,
  onOpen,
}: {
  selected: string | null;
  onOpen: (patient: SamplePatient) => void;
}) {
  const t = useText(kitText);
  const ui = useUiText();
  const format = useFormat();
  const none = (patient: SamplePatient) => (patient.exam ? undefined : ui('examType.none'));
  const exam = ({ exam: type }: SamplePatient) =>
    type ? (
      <ExamTypeBadge type={type} />
    ) : (
      <span className="text-ink-faint in-data-selected:text-ink-muted">{ui('examType.none')}</span>
    );
  return (
    <Table
      label={t('patients')}
      rows={samplePatients}
      rowKey={(patient) => patient.id}
      selectedKey={selected}
      onOpen={onOpen}
      columns={[
        {
          key: 'name',
          header: t('patient'),
          width: '32%',
          cell: (patient) => <TwoLines first={patientName(patient)} second={patient.email ?? t('noEmail')} />,
        },
        { key: 'id', header: t('patientId'), cell: (patient) => <span className="code">{patient.id}</span> },
        {
          key: 'registered',
          header: t('registeredOn'),
          cell: (patient) => <span className="figures">{format.day(patient.registered)}</span>,
          isWideOnly: true,
        },
        { key: 'exam', header: t('latestExam'), cell: exam },
        {
          key: 'actions',
          header: '',
          align: 'end',
          cell: (patient) => (
            <span className="inline-flex">
              <IconButton icon={Eye} label={ui('action.preview')} reason={none(patient)} />
              <IconButton icon={Download} label={ui('action.download')} reason={none(patient)} />
            </span>
          ),
        },
      ]}
      phoneRow={(patient) => ({
        title: <Highlight text={patientName(patient)} ranges={[[0, 5]]} />,
        subtitle: <span className="code">{patient.id}</span>,
        badge: exam(patient),
      })}
    />
  );
}

function useSteps(): Step[] {
  const t = useText(kitText);
  return [
    { title: t('stepPhone'), fact: '+30 697 555 0143', state: 'done' },
    { title: t('stepCode'), fact: t('verifiedAt'), state: 'done' },
    { title: t('stepConsent'), fact: t('mustAct'), state: 'current' },
    { title: t('stepAccess'), fact: t('opensItself'), state: 'open' },
  ];
}

/** Shows the stepper with the content of its current step. */
export function SampleStepper() {
  const t = useText(kitText);
  return (
    <Stepper label={t('stepAccess')} steps={useSteps()}>
      <h2 className="text-h2">{t('waiting')}</h2>
      <p className="mt-1 max-w-[60ch]">{t('waitingText')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button icon={Send} disabled>
          {t('sendAgain')} <span className="figures">0:42</span>
        </Button>
        <Button variant="ghost">{t('cancelRequest')}</Button>
      </div>
    </Stepper>
  );
}

export function Lists() {
  const t = useText(kitText);
  const ui = useUiText();
  const format = useFormat();
  const [tab, setTab] = useState<'all' | 'ct'>('all');
  const steps = useSteps();
  return (
    <>
      <Group title="Skeleton rows, as high as the rows to come">
        <Card flush>
          <SkeletonRows label={ui('list.loading')} />
        </Card>
      </Group>
      <Group title="Empty state: says what to do next">
        <Card flush>
          <EmptyState
            icon={FileArchive}
            title={t('noExams')}
            text={t('noExamsText')}
            action={
              <Button variant="primary" icon={Upload}>
                {t('uploadExam')}
              </Button>
            }
          />
        </Card>
      </Group>
      <Group title="Stepper below 768, and in a list">
        <Stepper label={t('stepAccess')} steps={steps} vertical />
        <StepDashes states={steps.map((step) => step.state)} />
      </Group>
      <Group title="Figures, tabs, facts">
        <StatCards
          stats={[
            { label: t('totalPatients'), value: format.number(18_204) },
            { label: t('examsThisMonth'), value: undefined },
            { label: t('storageUsed'), value: format.terabytes(2.46 * 1024 ** 4) },
          ]}
        />
        <Tabs
          label={t('exams')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'all', label: ui('examType.all'), count: 6 },
            { value: 'ct', label: ui('examType.ct'), count: 2 },
          ]}
        >
          <Facts
            facts={[
              { label: t('phone'), value: '+30 694 555 0182' },
              { label: t('email'), value: 'n.karagiannis@example.gr' },
            ]}
          />
        </Tabs>
      </Group>
    </>
  );
}
