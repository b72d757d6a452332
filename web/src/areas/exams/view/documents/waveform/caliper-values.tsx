import { useText } from '../../../../../text/language.tsx';
import { measureCaliper } from '../../../../../viewer/documents/waveform/caliper.ts';
import { type PaperSheet, rowAt } from '../../../../../viewer/documents/waveform/sheets.ts';
import type { PaperView } from './use-paper.ts';

/** Shows the distance, the rate and the amplitude between the caliper's points, or how to set them. */
export function CaliperValuesText({ sheets, view }: { sheets: readonly PaperSheet[]; view: PaperView }) {
  const t = useText('viewer/objects.waveform');
  const { caliper, speed } = view;
  const sheet = caliper && sheets[caliper.sheet];
  const row = sheet && rowAt(sheet, caliper.points[0].y);
  const values = caliper && row && measureCaliper(caliper.points, speed, row.scale.mmPerUnit);
  const digits = values && Math.abs(values.amplitude) < 10 ? 2 : 0;
  const parts = values && [
    t('milliseconds', { value: String(Math.round(values.milliseconds)) }),
    values.perMinute !== null && t('perMinute', { value: String(Math.round(values.perMinute)) }),
    t('amplitude', {
      channel: row.channel.name,
      value: [values.amplitude.toFixed(digits), row.channel.unit].filter(Boolean).join(' '),
    }),
  ];
  return (
    <p
      role="status"
      data-caliper-values
      className="shrink-0 border-b border-v-line bg-v-chrome px-4 py-1.5 text-center text-small text-v-ink figures"
    >
      {parts ? parts.filter(Boolean).join(' · ') : t('hint')}
    </p>
  );
}
