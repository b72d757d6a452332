import { useNow } from '../../lib/now.ts';
import { useFormat } from '../../text/format.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

/** Shows `4 min ago` and updates it. The exact time is in the tooltip. `at` is ISO 8601. */
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
