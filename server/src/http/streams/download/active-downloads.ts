import type { ByteSpan } from '../parse-range.ts';

interface DownloadRequest {
  sessionId: string;
  /** The exam's file, with its patient and the doctor's grant: under others, it is another download. */
  content: string;
  sizeBytes: number;
  span: ByteSpan;
}

/** Tracks what sessions download, so that a resumed download is recorded once and not twice. */
export interface ActiveDownloads {
  /**
   * True if a request continues the session's last download of the exam. It must start after the end of the last part
   * or, if that was cut or is still running, at a byte already sent. Everything else is a new download and is recorded.
   * In doubt, and on a node that does not know the first part, there is one event too many.
   */
  isContinuation(request: DownloadRequest): boolean;
  /** Starts tracking a download; call `addBytes` for the bytes sent and `complete` after the last one. */
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
  /** Bytes sent since the audit event. */
  totalSentBytes: number;
  last: DownloadPart;
}

const maxDownloads = 5_000;
/** Bytes that may be in transit when a connection is cut and are requested again. */
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
      // the oldest is dropped first
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

function downloadKey({ sessionId, content }: DownloadRequest): string {
  return `${sessionId} ${content}`;
}

function isContiguous({ totalSentBytes, last }: ActiveDownload, { span, sizeBytes }: DownloadRequest): boolean {
  if (last.isComplete) return span.start >= last.end;
  const isWithin = span.start > last.start && span.start <= last.start + last.sentBytes;
  const maxSentBytes = sizeBytes + Math.min(sizeBytes, maxLostBytes);
  return isWithin && totalSentBytes + span.end - span.start <= maxSentBytes;
}
