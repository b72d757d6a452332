import { useNow } from '../../lib/now.ts';
import { useFormat } from '../../text/format.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

/** `4 min ago`, growing older as one looks; the exact moment on hover. `at` is an ISO 8601 moment. */
export function RelativeTime({ at }: { at: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <Tooltip text={format.exact(at)}>
      <time dateTime={at} className="figures">
        {format.relative(at, now)}
      </time>
    </Tooltip>
  );
}
