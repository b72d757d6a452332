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
import { useErrorMessage } from '../text/use-error-message.ts';
import { useToast } from '../ui/feedback/toast.tsx';
import { isInProgress, type Upload } from './queue.ts';
import { lazyResumableUploads } from './resume/lazy-resumable-uploads.ts';
import { createUploads, type Uploads } from './uploads.ts';

const UploadContext = createContext<Uploads | null>(null);

/** Returns a handler of an upload's end: it shows a toast and invalidates lists. */
function useUploadEndHandler(): (upload: Upload) => void {
  const client = useQueryClient();
  const toast = useToast();
  const t = useText('frame.uploads');
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

/** Makes the browser ask for confirmation before it closes the page during uploads. */
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
 * Provides the tab's uploads above all screens, so they continue during navigation. `owner` is the signed-in user's id:
 * uploads continue when a session ends, and another user starts with an empty list.
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

/** Returns the actions on uploads, without re-rendering on progress. Throws outside `UploadProvider`. */
export function useUploads(): Uploads {
  const uploads = useContext(UploadContext);
  if (!uploads) throw new Error('useUploads must be used inside UploadProvider');
  return uploads;
}

/** Returns all uploads of this tab and re-renders on changes. */
export function useUploadList(): readonly Upload[] {
  const uploads = useUploads();
  return useSyncExternalStore(uploads.subscribe, uploads.list);
}

/** Returns one upload by id, or undefined after it was removed. */
export function useUpload(id: string | null): Upload | undefined {
  return useUploadList().find((upload) => upload.id === id);
}
