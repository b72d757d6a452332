import { Info, Upload as UploadIcon } from 'lucide-react';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { uploadPageText } from '../../../text/upload-page.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { isUnderWay, type Upload } from '../../../upload/queue.ts';

interface UploadSubmitProps {
  upload: Upload | undefined;
  onNext: () => void;
  /** It is open whose exam this is. */
  isUnsettled: boolean;
}

/** The form's one act, what it is doing, and what went wrong the last time. */
export function UploadSubmit({ upload, onNext, isUnsettled }: UploadSubmitProps) {
  const t = useText(uploadPageText);
  const sentence = useSentence();
  const isBusy = upload !== undefined && isUnderWay(upload);
  return (
    <div className="flex flex-col gap-3">
      {upload?.stage.name === 'failed' && (
        <Note tone="danger" title={t('failed')}>
          {sentence(sentenceOf(upload.stage.error)) ?? t('failedText')}
        </Note>
      )}
      <Button
        type="submit"
        variant="primary"
        icon={UploadIcon}
        busy={isBusy}
        disabled={isUnsettled && !isBusy}
        busyLabel={t('submitting')}
      >
        {t('submit')}
      </Button>
      {isUnsettled && !isBusy && (
        <p role="status" className="flex gap-1.5 text-small text-ink-muted">
          <Info size={14} className="mt-0.5" />
          {t('read.settle')}
        </p>
      )}
      {isBusy && (
        <>
          <Button onClick={onNext}>{t('next')}</Button>
          <p className="flex gap-1.5 text-small text-ink-muted">
            <Info size={14} className="mt-0.5" />
            {t('goesOn')}
          </p>
        </>
      )}
    </div>
  );
}
