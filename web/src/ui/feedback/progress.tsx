import { classes } from '../../lib/classes.ts';
import { useFormat } from '../../text/format.ts';
import { useUiText } from '../../text/language.tsx';

export interface ProgressProps {
  label: string;
  /** Bytes, or any count. */
  done: number;
  total: number;
  /** 8 px high in the upload dock, otherwise 6 px. */
  isThick?: boolean;
  /** Color of a limit's state, for values that should not reach their limit. */
  variant?: keyof typeof variants;
}

const variants = { plain: 'bg-primary', warning: 'bg-warning', danger: 'bg-danger' } as const;

/** A progress bar. Announces steps of 10 % to screen readers; the exact bytes are beside it. */
export function Progress({ label, done, total, isThick, variant = 'plain' }: ProgressProps) {
  const ratio = total > 0 ? Math.min(done / total, 1) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(ratio * 10) * 10}
      className={classes('w-full overflow-clip rounded-full bg-line', isThick ? 'h-2' : 'h-1.5')}
    >
      <div className={classes('h-full origin-left', variants[variant])} style={{ transform: `scaleX(${ratio})` }} />
    </div>
  );
}

function useRemaining(): (seconds: number) => string {
  const t = useUiText();
  return (seconds) => {
    if (seconds < 90) return t('progress.secondsLeft', { count: Math.ceil(seconds) });
    if (seconds < 5400) return t('progress.minutesLeft', { count: Math.round(seconds / 60) });
    return t('progress.hoursLeft', { count: Math.round(seconds / 3600) });
  };
}

/** Shows `309 of 486 MB · 38.2 MB/s · 5 s left`. Rate and remaining time appear when they are known. */
export function TransferFacts({
  done,
  total,
  bytesPerSecond,
}: {
  done: number;
  total: number;
  bytesPerSecond?: number | undefined;
}) {
  const format = useFormat();
  const remaining = useRemaining();
  const isMoving = bytesPerSecond !== undefined && bytesPerSecond > 0 && done < total;
  return (
    <span className="text-body text-ink-muted figures">
      <span className="font-strong text-ink">{format.transferred(done, total)}</span>
      {isMoving && ` · ${format.rate(bytesPerSecond)} · ${remaining((total - done) / bytesPerSecond)}`}
    </span>
  );
}
