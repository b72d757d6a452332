import type { SkippedFiles } from '@medcloud/contract/shapes/viewing';
import { useText } from '../text/language.tsx';
import { Note } from '../ui/feedback/note.tsx';

/** Returns a message that some of the exam's images are not shown, or undefined if all are. */
export function useSkippedFilesMessage({ unreadable, duplicate }: SkippedFiles): string | undefined {
  const t = useText('exams.skipped');
  const messages = [
    ...(unreadable > 0 ? [t('unreadable', { count: unreadable })] : []),
    ...(duplicate > 0 ? [t('duplicate', { count: duplicate })] : []),
  ];
  return messages.length === 0 ? undefined : [...messages, t('inDownload')].join(' ');
}

/** Shows that message above the thumbnails, with the names of the files. */
export function SkippedFilesNote({ skippedFiles }: { skippedFiles: SkippedFiles }) {
  const t = useText('exams.skipped');
  const message = useSkippedFilesMessage(skippedFiles);
  if (message === undefined) return null;
  const unnamedCount = skippedFiles.unreadable + skippedFiles.duplicate - skippedFiles.names.length;
  return (
    <div className="mb-3">
      <Note variant={skippedFiles.unreadable > 0 ? 'warning' : 'info'}>
        {message}
        {skippedFiles.names.length > 0 && (
          <details className="mt-1">
            <summary className="cursor-pointer">{t('which')}</summary>
            <ul className="mt-1 text-small">
              {skippedFiles.names.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an archive may contain a name twice
                <li key={index} className="wrap-anywhere">
                  <bdi>{name}</bdi>
                </li>
              ))}
              {unnamedCount > 0 && <li className="figures">{t('more', { count: unnamedCount })}</li>}
            </ul>
          </details>
        )}
      </Note>
    </div>
  );
}
