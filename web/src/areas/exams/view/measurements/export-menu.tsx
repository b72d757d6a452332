import type { AnnotationSet } from '@medcloud/contract/shapes/annotations';
import type { ReactElement } from 'react';
import { getAnnotationPdf, useAnnotationDownload } from '../../../../calls/annotations.ts';
import { useText } from '../../../../text/language.tsx';
import { useFailure } from '../../../../text/use-error-message.ts';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { DarkMenu, type DarkMenuItem } from '../toolbar/dark-menu.tsx';

const objectKinds = ['sr', 'pr', 'ko'] as const;

/** Offers the files of a saved set for download: a PDF to print too, a table, and the DICOM objects that it has. */
export function ExportMenu({ examId, set, trigger }: { examId: string; set: AnnotationSet; trigger: ReactElement }) {
  const t = useText('viewer');
  const toast = useToast();
  const describeFailure = useFailure();
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
  const print = async () => {
    toast({ title: t('measure.export.preparing') });
    const { printPdf } = await import('./print-pdf.ts');
    await printPdf(await getAnnotationPdf(examId, set.id));
  };
  const onPrintFailed = (error: unknown) => {
    console.error(error);
    toast({ variant: 'danger', title: t('measure.export.printFailed'), text: describeFailure(error) });
  };
  const documents = [
    ...(['pdf', 'csv'] as const).map((format) => ({
      key: format,
      label: t(`measure.export.${format}`),
      onSelect: () => void download({ set: set.id, format }),
    })),
    { key: 'print', label: t('measure.export.print'), onSelect: () => void print().catch(onPrintFailed) },
  ];
  return <DarkMenu trigger={trigger} items={[...documents, ...objects]} />;
}
