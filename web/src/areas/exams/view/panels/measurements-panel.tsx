import { Ruler, Trash2 } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import type { Measurement } from '../../../../viewer/measure/measurements.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { useFigureFormat } from '../keyboard/measuring-status.tsx';
import { toolButtons } from '../keyboard/tool-buttons.ts';
import { SidePanel } from './side-panel.tsx';

interface PanelProps {
  viewer: Viewer;
  state: ViewerState;
  onClose: () => void;
}

function Row({ viewer, state, onClose, measurement }: PanelProps & { measurement: Measurement }) {
  const t = useText('viewer');
  const formatFigure = useFigureFormat();
  const frames = state.panes[state.active]?.frames ?? [];
  const index = frames.findIndex(({ imageId }) => imageId === measurement.imageId);
  const { icon: Icon } = toolButtons[measurement.kind];
  const name = `${t(`tools.${measurement.kind}`)} ${formatFigure(measurement.figure)}`.trim();
  const position = t('pane.slice', { index: String(index + 1), count: String(frames.length) });
  const choose = () => {
    onClose();
    void viewer.chooseMeasurement(measurement);
  };
  return (
    <li className="flex items-center gap-1 border-b border-v-line">
      <button
        type="button"
        onClick={choose}
        className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-card px-2 text-left text-body hover:bg-v-raised focus-visible:outline-v-active"
      >
        <Icon size={18} strokeWidth={1.75} className="shrink-0 text-v-measure" />
        <span className="min-w-0 flex-1 truncate figures">{name}</span>
        <span className="shrink-0 text-small text-v-muted figures">{position}</span>
      </button>
      <IconButton
        icon={Trash2}
        label={t('measure.remove', { what: name })}
        onClick={() => viewer.removeMeasurements(measurement.id)}
      />
    </li>
  );
}

/** Lists the measurements of the active series. Choosing one opens its image, where the keyboard can move it. */
export function MeasurementsPanel({ viewer, state, onClose }: PanelProps) {
  const t = useText('viewer');
  return (
    <SidePanel title={t('measure.list')} onClose={onClose}>
      {state.measurements.length === 0 ? (
        <EmptyState icon={Ruler} title={t('measure.none')} text={t('measure.noneText')} />
      ) : (
        <ul aria-label={t('measure.list')} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
          {state.measurements.map((measurement) => (
            <Row key={measurement.id} {...{ viewer, state, onClose, measurement }} />
          ))}
        </ul>
      )}
    </SidePanel>
  );
}
