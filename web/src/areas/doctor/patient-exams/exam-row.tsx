import type { Exam } from '@medcloud/contract/shapes/exams';
import { Download, Eye, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { ContentBadge } from '../../../preview/content-badge.tsx';
import { useExamDownload } from '../../../preview/use-exam-download.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { ExamTypeBadge } from '../../../ui/data/exam-type-badge.tsx';
import { FileHash } from '../../../ui/data/file-hash.tsx';

const ExamPreview = lazyComponent(async () => (await import('../../../preview/exam-preview.tsx')).ExamPreview);

function PreviewButton({ id, name }: { id: string; name: string }) {
  const ui = useUiText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={Eye} className="max-md:grow" onClick={() => setOpen(true)}>
        {ui('action.preview')}
        <span className="sr-only">, {name}</span>
      </Button>
      {isOpen && <ExamPreview examId={id} onClose={() => setOpen(false)} />}
    </>
  );
}

function DownloadButton({ exam, name }: { exam: Omit<Exam, 'patientId'>; name: string }) {
  const ui = useUiText();
  const { download, dialogSlot } = useExamDownload();
  return (
    <>
      <Button size="small" icon={Download} className="max-md:grow" onClick={() => void download(exam)}>
        {ui('action.download')}
        <span className="sr-only">, {name}</span>
      </Button>
      {dialogSlot}
    </>
  );
}

/**
 * Shows one exam: name, facts, file hash and its buttons. The name is the center's notes, or the exam type without
 * notes.
 */
export function ExamRow({ exam }: { exam: Omit<Exam, 'patientId'> }) {
  const t = useText('doctor');
  const mismatch = useText('upload.mismatch');
  const format = useFormat();
  const notes = exam.notes?.trim() ?? '';
  const name = notes === '' ? t(`exams.examOf.${exam.examType}`) : notes;
  const facts = [
    { label: t('exams.date'), value: format.day(exam.examDate) },
    { label: t('exams.size'), value: format.size(exam.fileSize) },
    { label: t('exams.physician'), value: exam.referringPhysician?.trim() || t('exams.unknownPhysician') },
  ];
  return (
    <li className="flex gap-x-5 gap-y-3 px-4 py-4 max-lg:flex-col md:px-5 lg:items-center">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-body font-strong wrap-break-word max-md:text-[0.9375rem]">{name}</h3>
          <ExamTypeBadge type={exam.examType} />
          {exam.mismatch && (
            <Badge variant="warn" icon={TriangleAlert}>
              {mismatch(exam.mismatch.cause === 'not-compared' ? 'mark.notCompared' : 'mark.confirmed')}
            </Badge>
          )}
          <ContentBadge exam={exam} />
        </div>
        {exam.mismatch && (
          <p className="mt-1 text-small text-warning-text">
            {exam.mismatch.differences.map(({ field }) => mismatch(`field.${field}`)).join(', ')}
            {exam.mismatch.differences.length > 0 && ': '}
            {mismatch('markText')}
          </p>
        )}
        <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-small">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex gap-1.5">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <FileHash sha256={exam.sha256} />
        <span className="flex flex-wrap gap-2 max-md:grow">
          <PreviewButton id={exam.id} name={name} />
          <DownloadButton exam={exam} name={name} />
        </span>
      </div>
    </li>
  );
}
