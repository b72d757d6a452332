import { FileArchive, FileUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { classes } from '../../../lib/classes.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useTakeCarriedFiles } from '../../../upload/carried-files.ts';
import { usePageDrop } from '../../../upload/page-drop.ts';
import { type DroppedFile, filesOf } from '../../../upload/preflight/dropped-files.ts';
import { canPickFiles, canPickFolder, pickFiles, pickFolder } from '../../../upload/preflight/pick-files.ts';
import { pickWithInput } from '../../../upload/preflight/pick-with-input.ts';
import type { DroppedFiles } from '../../../upload/preflight/use-dropped-files.ts';
import { acceptedDocuments, acceptedFiles } from '../../../upload/validate-upload.ts';

const acceptedTypes = `${acceptedFiles},${acceptedDocuments}`;

const DroppedFilesSummary = lazyComponent(
  async () => (await import('./dropped-files-summary.tsx')).DroppedFilesSummary,
);
const SkippedFiles = lazyComponent(async () => (await import('./dropped-files-summary.tsx')).SkippedFiles);

interface UploadFileProps {
  droppedFiles: DroppedFiles;
  choose: (files: readonly DroppedFile[]) => Promise<void>;
  remove: () => void;
  /** The message why the file cannot be sent, or that there is none. */
  problem: string | undefined;
  isLocked: boolean;
  /** Content between the file and its summary: the patient check. */
  children: ReactNode;
}

/** Shows how many files have been read so far, then that they are not uploaded yet. */
function ReadingProgress({ droppedFiles: { phase, readCount, summary } }: { droppedFiles: DroppedFiles }) {
  const t = useText('upload');
  if (phase === 'reading') return <>{t('read.reading', { count: readCount })}</>;
  if (!summary || summary.persons.length === 0) return null;
  return <>{t('read.notUploaded')}</>;
}

function ChosenFile({
  droppedFiles,
  remove,
  browse,
  isLocked,
}: Pick<UploadFileProps, 'droppedFiles' | 'remove' | 'isLocked'> & { browse: () => void }) {
  const t = useText('upload');
  const format = useFormat();
  const [first] = droppedFiles.files;
  const size = droppedFiles.files.reduce((sum, { file }) => sum + file.size, 0);
  const folder = first?.path.includes('/') ? first.path.slice(0, first.path.indexOf('/')) : '';
  const count = droppedFiles.files.length;
  const name = count === 1 ? first?.file.name : folder || t('read.files', { count });
  const facts = [format.megabytes(size), folder && count > 1 && t('read.files', { count })].filter(Boolean);
  const hasContents = droppedFiles.phase === 'reading' || (droppedFiles.summary?.persons.length ?? 0) > 0;
  return (
    <div className="flex w-full flex-wrap items-center gap-3 text-left">
      <FileArchive size={24} className="shrink-0 text-primary" />
      {/* on a phone the buttons go below, so a long name is not broken */}
      <span className="min-w-0 flex-1 basis-45">
        <bdi className="block font-strong wrap-anywhere">{name}</bdi>
        <span className="block text-small text-ink-muted figures">
          {facts.join(' · ')}
          {hasContents && ' · '}
          <ReadingProgress droppedFiles={droppedFiles} />
        </span>
      </span>
      {!isLocked && (
        <span className="ml-auto flex items-center gap-3">
          <Button variant="ghost" size="small" onClick={browse}>
            {t('another')}
          </Button>
          <IconButton icon={X} label={t('remove')} onClick={remove} />
        </span>
      )}
    </div>
  );
}

function NoFile({ isOver, browse, browseFolder }: { isOver: boolean; browse: () => void; browseFolder: () => void }) {
  const t = useText('upload');
  return (
    <div className="flex flex-col items-center text-center">
      <FileUp size={28} className={isOver ? 'text-primary' : 'text-ink-faint'} />
      <p className="mt-3 text-h2">{isOver ? t('release') : t('drop')}</p>
      <p className="mt-0.5 mb-4 max-w-[45ch] text-ink-muted">{t('dropText')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={browse}>{t('browse')}</Button>
        {/* a phone has no folders to choose */}
        <Button variant="ghost" onClick={browseFolder} className="max-md:hidden">
          {t('read.folder')}
        </Button>
      </div>
    </div>
  );
}

/**
 * Chooses the file by dropping it anywhere on the page, or on the screen before, or with a button, then shows its contents. The card keeps its
 * size, so nothing shifts.
 */
export function UploadFile({ droppedFiles, choose, remove, problem, isLocked, children }: UploadFileProps) {
  const t = useText('upload');
  const input = useRef<HTMLInputElement>(null);
  const chooseFiles = (files: readonly DroppedFile[]) => void choose(files);
  const isOver = usePageDrop((files) => !isLocked && void files.then(chooseFiles)) && !isLocked;
  const takeCarriedFiles = useTakeCarriedFiles();
  const chooseCarried = useEffectEvent(() => void takeCarriedFiles()?.then(chooseFiles));
  useEffect(() => chooseCarried(), []);
  const browse = () => {
    if (canPickFiles()) void pickFiles(acceptedTypes).then(chooseFiles);
    else input.current?.click();
  };
  const browseFolder = () => {
    if (canPickFolder()) void pickFolder().then(chooseFiles);
    else pickWithInput('folder', chooseFiles);
  };
  const hasFiles = droppedFiles.files.length > 0;
  return (
    <section aria-label={t('file')} className="flex min-w-0 flex-col gap-3">
      <h2 className="sr-only">{t('file')}</h2>
      <div
        className={classes(
          'flex flex-col justify-center gap-4 rounded-card border p-3 sm:p-4 md:p-5',
          hasFiles ? 'lg:min-h-60' : 'min-h-60 items-center',
          hasFiles && !isOver ? 'border-line bg-surface' : 'border-dashed border-line-strong bg-surface',
          isOver && 'items-center border-primary! bg-primary-soft!',
        )}
      >
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptedTypes}
          aria-label={t('file')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            chooseFiles(filesOf(event.target.files ?? []));
            event.target.value = ''; // allows the same file to be chosen again
          }}
        />
        {hasFiles && !isOver ? (
          <ChosenFile droppedFiles={droppedFiles} remove={remove} browse={browse} isLocked={isLocked} />
        ) : (
          <NoFile isOver={isOver} browse={browse} browseFolder={browseFolder} />
        )}
        {!isOver && children}
        {!isOver && droppedFiles.summary?.persons.length === 1 && (
          <DroppedFilesSummary droppedFiles={droppedFiles} personIndex={0} isLocked={isLocked} />
        )}
        {!isOver && droppedFiles.summary && <SkippedFiles droppedFiles={droppedFiles} />}
      </div>
      {problem && <Note variant="danger">{problem}</Note>}
    </section>
  );
}
