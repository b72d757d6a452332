import { ApiError } from '@medcloud/contract/api-client';
import { type UnknownColumns, unknownColumns } from '@medcloud/contract/shapes/billing/bank';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useImportStatement } from '../../../../calls/bank.ts';
import { classes } from '../../../../lib/classes.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import { useFailure } from '../../../../text/use-error-message.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { usePageDrop } from '../../../../upload/page-drop.ts';

const MapColumns = lazyComponent(async () => (await import('./map-columns.tsx')).MapColumns);

/** Reads the headings of a CSV file whose columns are not known; null for any other error. */
function readUnknownColumns(error: Error | null): UnknownColumns | null {
  if (!(error instanceof ApiError) || error.code !== 'statement_columns_unknown') return null;
  return unknownColumns.safeParse(error.current).data ?? null;
}

/** Imports a bank's file, dropped anywhere on the page or chosen, and says what it had. */
export function ImportStatement() {
  const t = useText('billing/admin.bank');
  const describe = useFailure();
  const input = useRef<HTMLInputElement>(null);
  const mutation = useImportStatement();
  const { mutate, isPending, error, data, variables: file } = mutation;
  const unknown = readUnknownColumns(error);
  const importFile = (chosen: File | undefined) => chosen && !isPending && mutate(chosen);
  const isOver = usePageDrop((files) => void files.then(([first]) => importFile(first?.file)));
  return (
    <section aria-label={t('file')} className="mb-6 flex flex-col gap-3">
      <div
        className={classes(
          'flex flex-col items-center gap-3 rounded-card border border-dashed p-5 text-center',
          isOver ? 'border-primary bg-primary-soft' : 'border-line-strong bg-surface',
        )}
      >
        <div>
          <p className="text-h2">{isOver ? t('release') : t('drop')}</p>
          <p className="mt-0.5 max-w-[60ch] text-ink-muted">{t('dropText')}</p>
        </div>
        <input
          ref={input}
          type="file"
          accept=".xml,.csv,.txt"
          aria-label={t('file')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            importFile(event.target.files?.[0]);
            event.target.value = ''; // allows the same file to be chosen again
          }}
        />
        <Button icon={FileUp} onClick={() => input.current?.click()} busy={isPending} busyLabel={t('importing')}>
          {t('choose')}
        </Button>
      </div>
      {unknown && file && <MapColumns unknown={unknown} onSaved={() => mutate(file)} onClose={mutation.reset} />}
      {error && !unknown && (
        <Note variant="danger" title={t('importFailed')}>
          {describe(error)}
        </Note>
      )}
      {data && !error && (
        <Note variant="success" live="status" title={t('imported')} onDismiss={mutation.reset}>
          {t('result', data)}
        </Note>
      )}
    </section>
  );
}
