import type { Exam } from '@medcloud/contract/shapes/exams';
import {
  isRunning,
  progressed,
  startable,
  type Upload,
  type UploadPlan,
  type UploadStage,
  withStage,
} from './queue.ts';
import { UploadCancelled } from './send-exam.ts';

export interface Outside {
  send: (upload: Upload, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<Exam>;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}

export interface Uploads {
  /** Every upload of this page's life that was not dismissed. A new array with every change. */
  list: () => readonly Upload[];
  subscribe: (changed: () => void) => () => void;
  /** Hears of every upload that is completed or has failed, and of none that was cancelled. Returns how to stop. */
  followEnds: (ended: (upload: Upload) => void) => () => void;
  /** Takes a plan and begins as soon as a place is free. Answers the upload's id. */
  add: (plan: UploadPlan) => string;
  /** Tries a failed one again under the same key. */
  retry: (id: string) => void;
  /** Stops it, if it runs, and takes it off the list. */
  remove: (id: string) => void;
  /** Takes what is completed off the list. */
  clearCompleted: () => void;
  /** Uploads belong to who began them: for another one the list begins empty. */
  ownedBy: (owner: string) => void;
  close: () => void;
}

/** Those who hear of something. */
function listeners<News extends unknown[]>() {
  const hearing = new Set<(...news: News) => void>();
  return {
    tell: (...news: News) => {
      for (const hear of hearing) hear(...news);
    },
    add: (hear: (...news: News) => void) => {
      hearing.add(hear);
      return () => {
        hearing.delete(hear);
      };
    },
  };
}

/** The uploads of a page: three at once, the rest wait. They live outside the screens, so that one may go on working. */
export function openUploads({ send, now, newId }: Outside): Uploads {
  const changes = listeners<[]>();
  const ends = listeners<[Upload]>();
  const stops = new Map<string, AbortController>();
  let uploads: readonly Upload[] = [];
  let owner: string | undefined;

  const find = (id: string) => uploads.find((upload) => upload.id === id);
  const become = (next: readonly Upload[]) => {
    uploads = next;
    changes.tell();
  };
  const stage = (id: string, next: UploadStage) => become(withStage(uploads, id, next));

  const begin = () => {
    for (const upload of startable(uploads)) void run(upload);
  };
  const run = async (upload: Upload) => {
    const { id, file } = upload;
    const startedAt = now();
    const stop = new AbortController();
    stops.set(id, stop);
    stage(id, { name: 'sending', startedAt, pace: [{ atMs: startedAt, bytes: 0 }] });
    const sent = (bytes: number) => {
      const current = find(id);
      if (current) stage(id, progressed(current.stage, bytes, file.size, now()));
    };
    try {
      const { id: examId, sha256 } = await send(upload, sent, stop.signal);
      end(id, { name: 'completed', examId, sha256, tookMs: now() - startedAt });
    } catch (error) {
      if (!(error instanceof UploadCancelled)) end(id, { name: 'failed', error });
    } finally {
      if (stops.get(id) === stop) stops.delete(id);
      begin();
    }
  };
  const end = (id: string, last: UploadStage) => {
    stage(id, last);
    const upload = find(id);
    if (upload) ends.tell(upload);
  };
  const clear = () => {
    const running = uploads.filter(isRunning);
    become([]);
    for (const { id } of running) stops.get(id)?.abort();
  };

  return {
    list: () => uploads,
    subscribe: changes.add,
    followEnds: ends.add,
    add: (plan) => {
      const id = newId();
      become([...uploads, { ...plan, id, idempotencyKey: newId(), stage: { name: 'waiting' } }]);
      begin();
      return id;
    },
    retry: (id) => {
      if (find(id)?.stage.name !== 'failed') return;
      stage(id, { name: 'waiting' });
      begin();
    },
    remove: (id) => {
      become(uploads.filter((upload) => upload.id !== id));
      stops.get(id)?.abort();
      begin();
    },
    clearCompleted: () => become(uploads.filter((upload) => upload.stage.name !== 'completed')),
    ownedBy: (next) => {
      if (owner !== undefined && owner !== next) clear();
      owner = next;
    },
    close: clear,
  };
}
