import type { AnnotationSet } from '@medcloud/contract/shapes/annotations';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getAnnotationSet } from '../../../../calls/annotations.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { ExportMenu } from './export-menu.tsx';

interface LayerProps {
  viewer: Viewer;
  examId: string;
}

function LayerRow({ viewer, examId, set }: LayerProps & { set: AnnotationSet }) {
  const t = useText('viewer');
  const format = useFormat();
  const [isShown, setIsShown] = useState(viewer.measurements.shownLayers.has(set.id));
  const toggle = async () => {
    setIsShown(!isShown);
    if (isShown) return viewer.measurements.hideLayer(examId, set.id);
    const { items } = await getAnnotationSet(examId, set.id);
    viewer.measurements.showLayer(examId, set.id, items);
  };
  return (
    <li className="flex items-center gap-1 border-b border-v-line">
      <label className="flex min-h-13 min-w-0 flex-1 items-center gap-3 px-2 text-body">
        <input
          type="checkbox"
          checked={isShown}
          onChange={() =>
            void toggle().catch((error: unknown) => {
              console.error(error); // the box shows that it is not drawn
              setIsShown(false);
            })
          }
          className="size-5 shrink-0 accent-v-active"
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{t('measure.layer', { name: set.author.name, count: set.itemCount })}</span>
          <span className="block truncate text-small text-v-muted figures">
            {[format.dateTime(set.savedAt), set.title].filter(Boolean).join(' · ')}
          </span>
        </span>
      </label>
      <ExportMenu
        {...{ examId, set }}
        trigger={
          <IconButton icon={Download} label={t('measure.export.of', { name: set.author.name })} hasTooltip={false} />
        }
      />
    </li>
  );
}

/** Lists what others measured on an exam and share with the caller. Each set is drawn once it is chosen. */
export function Layers({ viewer, examId, sets }: LayerProps & { sets: readonly AnnotationSet[] }) {
  const t = useText('viewer');
  if (sets.length === 0) return null;
  return (
    <section>
      <h3 className="px-2 pt-5 pb-1 text-small font-semibold">{t('measure.layers')}</h3>
      <ul>
        {sets.map((set) => (
          <LayerRow key={set.id} {...{ viewer, examId, set }} />
        ))}
      </ul>
    </section>
  );
}
