import { dashboard, examHistory, patients } from '@medcloud/contract/routes/medical-center';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { errorMessageOf } from '../calls/client/use-api-query.ts';
import { useText } from '../text/language.tsx';
import { uploadText } from '../text/upload.ts';
import { useErrorMessage } from '../text/use-error-message.ts';
import { useToast } from '../ui/feedback/toast.tsx';
import { isInProgress, type Upload } from './queue.ts';
import { lazyResumableUploads } from './resume/lazy-resumable-uploads.ts';
import { createUploads, type Uploads } from './uploads.ts';

const UploadContext = createContext<Uploads | null>(null);

/** What an upload's end means for the rest of the page: one toast, and lists that are out of date. */
function useUploadEndHandler(): (upload: Upload) => void {
  const client = useQueryClient();
  const toast = useToast();
  const t = useText(uploadText);
  const errorMessage = useErrorMessage();
  return ({ stage }) => {
    if (stage.name === 'completed') {
      toast({ title: t('toast.successful'), text: t('toast.successfulText') });
      for (const { path } of [examHistory, patients, dashboard]) void client.invalidateQueries({ queryKey: [path] });
    }
    if (stage.name === 'failed') {
      toast({
        variant: 'danger',
        title: t('toast.failed'),
        text: errorMessage(errorMessageOf(stage.error)) ?? t('toast.failedText'),
      });
    }
  };
}

/** While uploads are under way the browser asks before it closes the page. */
function useLeaveWarning(uploads: readonly Upload[]): void {
  const isBusy = uploads.some(isInProgress);
  useEffect(() => {
    if (!isBusy) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isBusy]);
}

/**
 * Holds the uploads of this tab above all screens, so that they go on while one moves about. `owner` is whoever is
 * signed in: a session that ends leaves them running, another person's begins with none.
 */
export function UploadProvider({ owner, children }: { owner: string | undefined; children: ReactNode }) {
  const onUploadEnd = useEffectEvent(useUploadEndHandler());
  const [resumableUploads] = useState(lazyResumableUploads);
  const [uploads] = useState(() =>
    createUploads({ ...resumableUploads, now: () => Date.now(), newId: () => crypto.randomUUID() }),
  );
  useEffect(() => uploads.subscribeToEnd((upload) => onUploadEnd(upload)), [uploads]);
  useEffect(() => {
    if (owner === undefined) return;
    uploads.setOwner(owner);
    void resumableUploads.offerInterrupted(owner, uploads.addInterrupted);
  }, [owner, uploads, resumableUploads]);
  useEffect(() => uploads.close, [uploads]);
  useLeaveWarning(useSyncExternalStore(uploads.subscribe, uploads.list));
  return <UploadContext value={uploads}>{children}</UploadContext>;
}

/** How to begin, retry and stop uploads, without following their progress. */
export function useUploads(): Uploads {
  const uploads = useContext(UploadContext);
  if (!uploads) throw new Error('useUploads stands outside UploadProvider');
  return uploads;
}

/** All uploads of this tab, kept up to date. */
export function useUploadList(): readonly Upload[] {
  const uploads = useUploads();
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

/** One upload by its id; undefined once it is off the list. */
export function useUpload(id: string | null): Upload | undefined {
  return useUploadList().find((upload) => upload.id === id);
}
