import type { ByteSpan } from './parse-range.ts';

interface DownloadRequest {
  sessionId: string;
  examId: string;
  sizeBytes: number;
  span: ByteSpan;
}

/** What sessions are being given of exams, so that one that goes on where it was cut leaves one trace and not two. */
export interface ActiveDownloads {
  /**
   * Whether a request goes on with what its session was given last of the exam: behind its end, or, where that was cut
   * or still runs, from where it had come to. All else is a download of its own and leaves its trace: when in doubt, and
   * on a node that does not know of the first part, a trace too many.
   */
  isContinuation(request: DownloadRequest): boolean;
  /** Notes that the bytes are given out; `passed` counts them, `done` says that the last one was. */
  start(request: DownloadRequest): DownloadProgress;
}

export interface DownloadProgress {
  addBytes(bytes: number): void;
  complete(): void;
}

interface DownloadPart extends ByteSpan {
  sentBytes: number;
  isComplete: boolean;
}

interface ActiveDownload {
  /** Since the trace. */
  totalSentBytes: number;
  last: DownloadPart;
}

const maxDownloads = 5_000;
/** What may be on its way when a connection is cut, and is asked for once more. */
const maxLostBytes = 8 * 1_048_576;

export function createActiveDownloads(): ActiveDownloads {
  const downloads = new Map<string, ActiveDownload>();

  const isContinuation = (request: DownloadRequest) => {
    const before = downloads.get(downloadKey(request));
    return before !== undefined && isContiguous(before, request);
  };
  return {
    isContinuation,
    start(request) {
      const key = downloadKey(request);
      const part: DownloadPart = { ...request.span, sentBytes: 0, isComplete: false };
      const existing = isContinuation(request) ? downloads.get(key) : undefined;
      const download: ActiveDownload = existing ?? { totalSentBytes: 0, last: part };
      download.last = part;
      // the oldest goes first
      downloads.delete(key);
      downloads.set(key, download);
      for (const oldest of downloads.size > maxDownloads ? downloads.keys() : []) {
        downloads.delete(oldest);
        break;
      }
      return {
        addBytes: (bytes) => {
          part.sentBytes += bytes;
          download.totalSentBytes += bytes;
        },
        complete: () => {
          part.isComplete = true;
        },
      };
    },
  };
}

function downloadKey({ sessionId, examId }: DownloadRequest): string {
  return `${sessionId} ${examId}`;
}

function isContiguous({ totalSentBytes, last }: ActiveDownload, { span, sizeBytes }: DownloadRequest): boolean {
  if (last.isComplete) return span.start >= last.end;
  const isWithin = span.start > last.start && span.start <= last.start + last.sentBytes;
  const maxSentBytes = sizeBytes + Math.min(sizeBytes, maxLostBytes);
  return isWithin && totalSentBytes + span.end - span.start <= maxSentBytes;
}
