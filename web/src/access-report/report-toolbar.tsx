import type { ReportSubject } from '@medcloud/contract/shapes/access-report';
import { issueCode } from '@medcloud/contract/validation-codes';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ReportSide } from '../calls/access-report.ts';
import { useText } from '../text/language.tsx';
import { useErrorMessage } from '../text/use-error-message.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { TwoLines } from '../ui/data/two-lines.tsx';
import { DateFilter } from '../ui/forms/date-filter.tsx';
import { Field, useControl } from '../ui/forms/field.tsx';
import type { ReportAddress } from './report-address.ts';
import { useSubjectLines } from './subject-label.tsx';
import { SubjectPicker } from './subject-picker.tsx';

interface ChosenSubjectProps {
  /** Undefined until its name is loaded. */
  subject: ReportSubject | undefined;
  onClear: () => void;
  isFocused: boolean;
}

function ChosenSubject({ subject, onClear, isFocused }: ChosenSubjectProps) {
  const t = useText('audit/access-report');
  const linesOf = useSubjectLines();
  const { id } = useControl();
  const lines = subject && linesOf(subject);
  return (
    <div className="flex min-h-13 items-center gap-2 rounded-card border border-line-strong bg-surface py-1.5 pr-1.5 pl-3">
      <span className="min-w-0 flex-1">
        {lines && <TwoLines first={lines.name} second={<span className="code">{lines.detail}</span>} />}
      </span>
      <IconButton
        id={id}
        icon={X}
        label={t('subject.change')}
        onClick={onClear}
        hasTooltip={false}
        autoFocus={isFocused}
        className="print:hidden"
      />
    </div>
  );
}

interface ReportToolbarProps {
  side: ReportSide;
  address: ReportAddress;
  subject: ReportSubject | undefined;
}

/** Chooses subject and period. */
export function ReportToolbar({ side, address, subject }: ReportToolbarProps) {
  const t = useText('audit/access-report');
  const errorMessage = useErrorMessage();
  const [isTouched, setTouched] = useState(false);
  const { query, isSwapped, chooseDay } = address;
  const choose = (next: string) => {
    setTouched(true);
    address.chooseSubject(next);
  };
  return (
    <div className="@container mb-4">
      <div className="grid grid-cols-2 items-start gap-x-2 gap-y-3 @3xl:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]">
        <Field
          label={t(side === 'admin' ? 'subject.labelAdmin' : 'subject.label')}
          help={query.subject === '' ? t(side === 'admin' ? 'subject.hintAdmin' : 'subject.hint') : undefined}
          className="col-span-full @3xl:col-auto"
        >
          {query.subject === '' ? (
            <SubjectPicker side={side} onChoose={choose} isFocused={isTouched} />
          ) : (
            <ChosenSubject subject={subject} onClear={() => choose('')} isFocused={isTouched} />
          )}
        </Field>
        <DateFilter label={t('period.from')} value={query.from} onChange={(day) => chooseDay('from', day)} />
        <DateFilter
          label={t('period.to')}
          value={query.to}
          onChange={(day) => chooseDay('to', day)}
          error={isSwapped ? errorMessage(issueCode('end_before_start')) : undefined}
        />
      </div>
    </div>
  );
}
