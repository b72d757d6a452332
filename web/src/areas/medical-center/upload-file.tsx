import { FileArchive, FileUp, X } from 'lucide-react';
import { useRef } from 'react';
import { classes } from '../../kit/classes.ts';
import { centerText } from '../../text/center.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Note } from '../../ui/note.tsx';
import { acceptedFiles } from '../../upload/check-upload.ts';
import { usePageDrop } from '../../upload/page-drop.ts';

interface UploadFileProps {
  file: File | null;
  choose: (files: readonly File[]) => void;
  remove: () => void;
  /** In words: why the file cannot be sent, or that there is none. */
  problem: string | undefined;
  locked: boolean;
}

function ChosenFile({
  file,
  remove,
  browse,
  locked,
}: Pick<UploadFileProps, 'remove' | 'locked'> & { file: File; browse: () => void }) {
  const t = useText(centerText);
  const format = useFormat();
  return (
    <div className="flex w-full max-w-120 flex-wrap items-center gap-3 text-left">
      <FileArchive size={24} className="shrink-0 text-primary" />
      {/* on a phone the buttons go below rather than break a name of twelve letters in two */}
      <span className="min-w-0 flex-1 basis-45">
        <bdi className="block font-thing wrap-anywhere">{file.name}</bdi>
        <span className="block text-small text-ink-muted figures">{format.megabytes(file.size)}</span>
      </span>
      {!locked && (
        <span className="ml-auto flex items-center gap-3">
          <Button variant="ghost" size="small" onClick={browse}>
            {t('upload.another')}
          </Button>
          <IconButton icon={X} label={t('upload.remove')} onClick={remove} />
        </span>
      )}
    </div>
  );
}

function NoFile({ isOver, browse }: { isOver: boolean; browse: () => void }) {
  const t = useText(centerText);
  return (
    <div className="flex flex-col items-center text-center">
      <FileUp size={28} className={isOver ? 'text-primary' : 'text-ink-faint'} />
      <p className="mt-3 text-h2">{isOver ? t('upload.release') : t('upload.drop')}</p>
      <p className="mt-0.5 mb-4 max-w-[45ch] text-ink-muted">{t('upload.dropText')}</p>
      <Button onClick={browse}>{t('upload.browse')}</Button>
    </div>
  );
}

/** The file: dropped anywhere on the page, or chosen. The same card before and after, so that nothing moves. */
export function UploadFile({ file, choose, remove, problem, locked }: UploadFileProps) {
  const t = useText(centerText);
  const input = useRef<HTMLInputElement>(null);
  const isOver = usePageDrop((files) => !locked && choose(files)) && !locked;
  const browse = () => input.current?.click();
  return (
    <section aria-label={t('upload.file')} className="flex min-w-0 flex-col gap-3">
      <div
        className={classes(
          'flex items-center justify-center rounded-card border p-4 md:p-5',
          file ? 'lg:min-h-60' : 'min-h-60',
          file && !isOver ? 'border-line bg-surface' : 'border-dashed border-line-strong bg-surface',
          isOver && 'border-primary! bg-primary-soft!',
        )}
      >
        <input
          ref={input}
          type="file"
          accept={acceptedFiles}
          aria-label={t('upload.file')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            choose([...(event.target.files ?? [])]);
            event.target.value = ''; // so that the same file may be chosen again
          }}
        />
        {file && !isOver ? (
          <ChosenFile file={file} remove={remove} browse={browse} locked={locked} />
        ) : (
          <NoFile isOver={isOver} browse={browse} />
        )}
      </div>
      {problem && <Note tone="danger">{problem}</Note>}
    </section>
  );
}
