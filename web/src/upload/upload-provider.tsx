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
import { sentenceOf } from '../calls/client/use-call.ts';
import { useText } from '../text/language.tsx';
import { useSentence } from '../text/sentences.ts';
import { uploadText } from '../text/upload.ts';
import { useToast } from '../ui/feedback/toast.tsx';
import { isUnderWay, type Upload } from './queue.ts';
import { laterKeeping } from './resume/later-keeping.ts';
import { openUploads, type Uploads } from './uploads.ts';

const UploadContext = createContext<Uploads | null>(null);

/** What an upload's end means for the rest of the page: one toast, and lists that are out of date. */
function useEnd(): (upload: Upload) => void {
  const client = useQueryClient();
  const toast = useToast();
  const t = useText(uploadText);
  const sentence = useSentence();
  return ({ stage }) => {
    if (stage.name === 'completed') {
      toast({ title: t('toast.successful'), text: t('toast.successfulText') });
      for (const { path } of [examHistory, patients, dashboard]) void client.invalidateQueries({ queryKey: [path] });
    }
    if (stage.name === 'failed') {
      toast({
        tone: 'danger',
        title: t('toast.failed'),
        text: sentence(sentenceOf(stage.error)) ?? t('toast.failedText'),
      });
    }
  };
}

/** While uploads are under way the browser asks before it closes the page. */
function useAskBeforeLeaving(uploads: readonly Upload[]): void {
  const busy = uploads.some(isUnderWay);
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}

/**
 * Holds the uploads of this tab above all screens, so that they go on while one moves about. `owner` is whoever is
 * signed in: a session that ends leaves them running, another person's begins with none.
 */
export function UploadProvider({ owner, children }: { owner: string | undefined; children: ReactNode }) {
  const end = useEffectEvent(useEnd());
  const [keeping] = useState(laterKeeping);
  const [uploads] = useState(() =>
    openUploads({ ...keeping, now: () => Date.now(), newId: () => crypto.randomUUID() }),
  );
  useEffect(() => uploads.followEnds((upload) => end(upload)), [uploads]);
  useEffect(() => {
    if (owner === undefined) return;
    uploads.ownedBy(owner);
    void keeping.offerKept(owner, uploads.offer);
  }, [owner, uploads, keeping]);
  useEffect(() => uploads.close, [uploads]);
  useAskBeforeLeaving(useSyncExternalStore(uploads.subscribe, uploads.list));
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
