import type { LeftOut } from '@medcloud/contract/shapes/viewing';
import { useText } from '../text/language.tsx';
import { leftOutText } from '../text/left-out.ts';
import { Note } from '../ui/feedback/note.tsx';

/** That some of the exam's images are not shown, in a sentence; undefined where all are. */
export function useLeftOut({ unreadable, duplicate }: LeftOut): string | undefined {
  const t = useText(leftOutText);
  const said = [
    ...(unreadable > 0 ? [t('unreadable', { count: unreadable })] : []),
    ...(duplicate > 0 ? [t('duplicate', { count: duplicate })] : []),
  ];
  return said.length === 0 ? undefined : [...said, t('inDownload')].join(' ');
}

/** The same above the pictures, with the names of the files. */
export function LeftOutNote({ leftOut }: { leftOut: LeftOut }) {
  const t = useText(leftOutText);
  const sentence = useLeftOut(leftOut);
  if (sentence === undefined) return null;
  const others = leftOut.unreadable + leftOut.duplicate - leftOut.names.length;
  return (
    <div className="mb-3">
      <Note tone={leftOut.unreadable > 0 ? 'warning' : 'info'}>
        {sentence}
        {leftOut.names.length > 0 && (
          <details className="mt-1">
            <summary className="cursor-pointer">{t('which')}</summary>
            <ul className="mt-1 text-small">
              {leftOut.names.map((name, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an archive may hold a name twice
                <li key={place} className="wrap-anywhere">
                  <bdi>{name}</bdi>
                </li>
              ))}
              {others > 0 && <li className="figures">{t('more', { count: others })}</li>}
            </ul>
          </details>
        )}
      </Note>
    </div>
  );
}
