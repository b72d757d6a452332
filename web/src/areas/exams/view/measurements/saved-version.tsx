import type { AnnotationSet } from '@medcloud/contract/shapes/annotations';
import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { useIsSaved } from '../trial.ts';
import { ExportMenu } from './export-menu.tsx';

const WithdrawDialog = lazyComponent(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog);

/** The caller's own saved version: who sees it, its files, and its withdrawal. */
export function SavedVersion({ examId, set }: { examId: string; set: AnnotationSet }) {
  const t = useText('viewer');
  const format = useFormat();
  const canChange = useIsSaved();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  return (
    <div className="mx-2 mt-3 rounded-card border border-v-line p-3">
      <p className="text-small font-semibold figures">
        {t('measure.version', { number: String(set.version), at: format.dateTime(set.savedAt) })}
      </p>
      <p className="text-small text-v-muted figures">
        {[t(`measure.visibleTo.${set.visibility}`), t('measure.itemCount', { count: set.itemCount })].join(' · ')}
      </p>
      <div className="flex flex-wrap gap-2 pt-2.5">
        <ExportMenu
          {...{ examId, set }}
          trigger={
            <Button size="small" icon={Download}>
              {t('measure.export.open')}
            </Button>
          }
        />
        {canChange && (
          <Button size="small" icon={Undo2} onClick={() => setIsWithdrawing(true)}>
            {t('measure.withdraw.open')}
          </Button>
        )}
      </div>
      {isWithdrawing && <WithdrawDialog {...{ examId, set }} onClose={() => setIsWithdrawing(false)} />}
    </div>
  );
}
