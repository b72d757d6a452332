import type { ByteSpan } from './read-range.ts';

interface Wanted {
  sessionId: string;
  examId: string;
  sizeBytes: number;
  span: ByteSpan;
}

/** What sessions are being given of exams, so that one that goes on where it was cut leaves one trace and not two. */
export interface DownloadsUnderWay {
  /**
   * Whether a request goes on with what its session was given last of the exam: behind its end, or, where that was cut
   * or still runs, from where it had come to. All else is a download of its own and leaves its trace: when in doubt, and
   * on a node that does not know of the first part, a trace too many.
   */
  goesOn(wanted: Wanted): boolean;
  /** Notes that the bytes are given out; `passed` counts them, `done` says that the last one was. */
  begin(wanted: Wanted): Giving;
}

export interface Giving {
  passed(bytes: number): void;
  done(): void;
}

interface Part extends ByteSpan {
  passedBytes: number;
  isDone: boolean;
}

interface UnderWay {
  /** Since the trace. */
  givenBytes: number;
  last: Part;
}

const mostKept = 5_000;
/** What may be on its way when a connection is cut, and is asked for once more. */
const lostBytes = 8 * 1_048_576;

export function openDownloadsUnderWay(): DownloadsUnderWay {
  const underWay = new Map<string, UnderWay>();

  const goesOn = (wanted: Wanted) => {
    const before = underWay.get(nameOf(wanted));
    return before !== undefined && isContinuation(before, wanted);
  };
  return {
    goesOn,
    begin(wanted) {
      const name = nameOf(wanted);
      const part: Part = { ...wanted.span, passedBytes: 0, isDone: false };
      const known = goesOn(wanted) ? underWay.get(name) : undefined;
      const download: UnderWay = known ?? { givenBytes: 0, last: part };
      download.last = part;
      // the oldest goes first
      underWay.delete(name);
      underWay.set(name, download);
      for (const oldest of underWay.size > mostKept ? underWay.keys() : []) {
        underWay.delete(oldest);
        break;
      }
      return {
        passed: (bytes) => {
          part.passedBytes += bytes;
          download.givenBytes += bytes;
        },
        done: () => {
          part.isDone = true;
        },
      };
    },
  };
}

function nameOf({ sessionId, examId }: Wanted): string {
  return `${sessionId} ${examId}`;
}

function isContinuation({ givenBytes, last }: UnderWay, { span, sizeBytes }: Wanted): boolean {
  if (last.isDone) return span.start >= last.end;
  const isWithin = span.start > last.start && span.start <= last.start + last.passedBytes;
  const most = sizeBytes + Math.min(sizeBytes, lostBytes);
  return isWithin && givenBytes + span.end - span.start <= most;
}
