import type { AnnotationSet } from '@medcloud/contract/shapes/annotations';
import type { ReactElement } from 'react';
import { useAnnotationDownload } from '../../../../calls/annotations.ts';
import { useText } from '../../../../text/language.tsx';
import { DarkMenu, type DarkMenuItem } from '../toolbar/dark-menu.tsx';

const objectKinds = ['sr', 'pr', 'ko'] as const;

/** Offers the files of a saved set for download: a table, and the DICOM objects that it has. */
export function ExportMenu({ examId, set, trigger }: { examId: string; set: AnnotationSet; trigger: ReactElement }) {
  const t = useText('viewer');
  const download = useAnnotationDownload(examId);
  const objects = objectKinds.flatMap((format) =>
    Array.from({ length: set.objects[format] }, (_, part): DarkMenuItem => {
      const number = set.objects[format] > 1 ? String(part + 1) : undefined;
      return {
        key: `${format}${part}`,
        label: t(`measure.export.${format}`),
        hint: number,
        onSelect: () => void download({ set: set.id, format, part }),
      };
    }),
  );
  const table = {
    key: 'csv',
    label: t('measure.export.csv'),
    onSelect: () => void download({ set: set.id, format: 'csv' }),
  };
  return <DarkMenu trigger={trigger} items={[table, ...objects]} />;
}
