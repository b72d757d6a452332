import type { Exam } from '@medcloud/contract/shapes/exams';
import { Download, FileArchive } from 'lucide-react';
import { useState } from 'react';
import { type DownloadFile, examContentOf, originalOf, useDownload } from '../calls/download.ts';
import { useFormat } from '../text/format.ts';
import { useText, useUiText } from '../text/language.tsx';
import { Button } from '../ui/actions/button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Checkbox } from '../ui/forms/checkbox.tsx';
import { Field } from '../ui/forms/field.tsx';
import { TextInput } from '../ui/forms/text-input.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useMismatchText } from './mismatch-badge.tsx';
import { useMarkList } from './use-mark-list.ts';

/** What a download needs to know of an exam. */
export type ExamToDownload = Pick<Exam, 'id' | 'fileSize' | 'marks' | 'scan' | 'viewable' | 'mismatch'>;

interface DownloadDialogProps {
  exam: ExamToDownload;
  onClose: () => void;
}

/** Starts a download and closes the dialog once it has started. */
function useDownloadAndClose(onClose: () => void) {
  const download = useDownload();
  const [busyFile, setBusyFile] = useState<string>();
  const start = async (file: DownloadFile) => {
    setBusyFile(file.address);
    if (await download(file)) onClose();
    setBusyFile(undefined);
  };
  return { start: (file: DownloadFile) => void start(file), busyFile };
}

/** A doctor's choice: images and documents without programs, or the original as the center uploaded it. */
export function DownloadDialog({ exam, onClose }: DownloadDialogProps) {
  const t = useText('exams.content');
  const format = useFormat();
  const markList = useMarkList();
  const mismatchText = useMismatchText();
  const [isConfirmed, setConfirmed] = useState(false);
  const { start, busyFile } = useDownloadAndClose(onClose);
  const hasMarks = exam.marks !== undefined;
  const content = examContentOf(exam.id);
  const original = originalOf(exam.id, hasMarks ? 'yes' : undefined);
  const waiting = exam.scan === 'waiting' ? t('waiting') : undefined;
  return (
    <Dialog open hasCloseButton onClose={onClose} title={t('title')}>
      <div className="mt-4 flex flex-col gap-5">
        {waiting !== undefined && (
          <Note variant="warning" title={waiting}>
            {t('waitingText')}
          </Note>
        )}
        {exam.mismatch && <Note variant="warning" title={mismatchText(exam.mismatch)} />}
        <section className="flex flex-col items-start gap-2">
          <h3 className="text-body font-strong">{t('exam')}</h3>
          <p className="text-small text-ink-muted">{t('examText')}</p>
          <Button
            variant="primary"
            icon={FileArchive}
            className="max-md:w-full"
            busy={busyFile === content.address}
            reason={waiting ?? (exam.viewable ? undefined : t('notReady'))}
            onClick={() => start(content)}
          >
            {t('downloadExam')}
          </Button>
        </section>
        <section className="flex flex-col items-start gap-2 border-t border-line pt-4">
          <h3 className="text-body font-strong">{t('original', { size: format.size(exam.fileSize) })}</h3>
          <p className="text-small text-ink-muted">{t('originalText')}</p>
          {hasMarks && (
            <>
              <Note variant="warning" title={t('contains', { files: markList(exam.marks) })}>
                {t('containsText')}
              </Note>
              <Checkbox label={t('confirm')} checked={isConfirmed} onChange={setConfirmed} />
            </>
          )}
          <Button
            icon={Download}
            className="max-md:w-full"
            busy={busyFile === original.address}
            reason={waiting ?? (hasMarks && !isConfirmed ? t('confirmFirst') : undefined)}
            onClick={() => start(original)}
          >
            {t('downloadOriginal')}
          </Button>
        </section>
      </div>
    </Dialog>
  );
}

/** A center's confirmation that it wants a file in which a virus was found. */
export function InfectedDownloadDialog({ exam, onClose }: DownloadDialogProps) {
  const t = useText('exams.content');
  const ui = useUiText();
  const [typed, setTyped] = useState('');
  const word = t('word');
  const isTyped = typed.trim().localeCompare(word, undefined, { sensitivity: 'base' }) === 0;
  const original = originalOf(exam.id, 'infected');
  const { start, busyFile } = useDownloadAndClose(onClose);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('infectedTitle')}
      text={t('infectedText')}
      confirmLabel={t('downloadOriginal')}
      cancelLabel={ui('action.cancel')}
      isDangerous
      busy={busyFile !== undefined}
      reason={isTyped ? undefined : t('typeFirst', { word })}
      onConfirm={() => start(original)}
    >
      <Field label={t('type', { word })}>
        <TextInput value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
