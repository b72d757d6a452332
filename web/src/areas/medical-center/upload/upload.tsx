import { useState } from 'react';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { usePatient } from '../../../calls/medical-center.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { useDroppedFiles } from '../../../upload/preflight/use-dropped-files.ts';
import { useUpload } from '../../../upload/upload-provider.tsx';
import { StorageNote } from '../shared/storage-note.tsx';
import { UploadForm } from './upload-form.tsx';

const SeveralPersons = lazyComponent(async () => (await import('./several-persons.tsx')).SeveralPersons);

/**
 * Uploads exams one after the other. A form keeps its values until its upload is completed, then an empty form replaces
 * it. The upload itself runs in the dock.
 */
export function CenterUpload() {
  const t = useText('upload');
  const ui = useUiText();
  const [params, setParams] = useUrlParams();
  const [draft, setDraft] = useState(1);
  const droppedFiles = useDroppedFiles();
  const [uploadId, setUploadId] = useState<string | null>(null);
  const upload = useUpload(uploadId);
  const persons = droppedFiles.summary?.persons.length ?? 0;
  const patientIdParam = params.get('patientId');
  const preselected = usePatient(patientIdParam);
  const handleStarted = (id: string) => {
    setUploadId(id);
    // The form now has the patient from the URL. The next form starts without a patient.
    if (patientIdParam !== null) setParams((before) => withParam(before, 'patientId', ''), { replace: true });
  };
  const startNext = () => {
    setUploadId(null);
    droppedFiles.remove();
    setDraft(draft + 1);
  };
  if (upload?.stage.name === 'completed') startNext();
  return (
    <>
      <PageHeader title={t('title')} />
      <StorageNote />
      {patientIdParam !== null && preselected.isPending ? (
        <SkeletonRows rows={6} label={ui('list.loading')} />
      ) : persons > 1 ? (
        <SeveralPersons droppedFiles={droppedFiles} onSent={startNext} />
      ) : (
        <UploadForm
          key={draft}
          preselected={draft === 1 ? (preselected.patient ?? null) : null}
          droppedFiles={droppedFiles}
          upload={upload}
          onUpload={handleStarted}
          onNext={startNext}
        />
      )}
    </>
  );
}
