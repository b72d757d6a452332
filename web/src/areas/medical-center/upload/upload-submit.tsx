import { Info, Upload as UploadIcon } from 'lucide-react';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { isInProgress, type Upload } from '../../../upload/queue.ts';

interface UploadSubmitProps {
  upload: Upload | undefined;
  onNext: () => void;
  /** A patient mismatch is unresolved. */
  hasOpenMismatch: boolean;
}

/** Shows the submit button with its progress and the last error. */
export function UploadSubmit({ upload, onNext, hasOpenMismatch }: UploadSubmitProps) {
  const t = useText('upload');
  const frame = useText('frame');
  const errorMessage = useErrorMessage();
  const isBusy = upload !== undefined && isInProgress(upload);
  return (
    <div className="flex flex-col gap-3">
      {upload?.stage.name === 'failed' && (
        <Note variant="danger" title={frame('uploads.toast.failed')}>
          {errorMessage(errorMessageOf(upload.stage.error)) ?? frame('uploads.toast.failedText')}
        </Note>
      )}
      <Button
        type="submit"
        variant="primary"
        icon={UploadIcon}
        busy={isBusy}
        disabled={hasOpenMismatch && !isBusy}
        busyLabel={t('submitting')}
      >
        {t('submit')}
      </Button>
      {hasOpenMismatch && !isBusy && (
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
            {t('continues')}
          </p>
        </>
      )}
    </div>
  );
}
