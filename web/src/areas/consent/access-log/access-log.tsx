import type { LinkState } from '@medcloud/contract/shapes/access';
import { Download, Eye, List } from 'lucide-react';
import { useState } from 'react';
import { getNextLogPage } from '../../../calls/consent.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { dayDistance } from '../end-day.ts';
import { formatRecordName } from '../format-record-name.ts';
import { ConsentButton, ErrorMessage, Line, listClasses, Part } from '../parts.tsx';
import { type OpenLink, useLinkAction } from '../use-link.ts';
import { foldLog } from './fold-log.ts';

type Entry = LinkState['accessLog'][number];

const icons = { list: List, view: Eye, download: Download } as const;
const initialRowCount = 8;

function EntryLine({ entry, name }: { entry: Entry; name: string | undefined }) {
  const t = useText('consent');
  const ui = useUiText();
  const format = useFormat();
  const type = entry.examType ?? 'other';
  const at = new Date(entry.at);
  const distance = dayDistance(at, new Date());
  const time = format.time(at);
  return (
    <Line icon={icons[entry.what]}>
      <span className="block font-semibold">
        {entry.what === 'list'
          ? t('log.list')
          : entry.isOwn
            ? t(`log.own.${entry.what}`, { exam: ui(`examType.${type}`) })
            : t(`log.${entry.what}.${type}`)}
      </span>
      <span className="block text-prose text-ink-muted">
        {distance === 'before' ? t('log.day', { day: format.date(at), time }) : t(`log.${distance}`, { time })}
        {name && <span className="block">{name}</span>}
      </span>
    </Line>
  );
}

/** Collects the pages of the log loaded so far. `cursor` leads to the next page. */
function useAccessLog({ token, link, reload }: Pick<OpenLink<LinkState>, 'token' | 'link' | 'reload'>) {
  const [older, setOlder] = useState<Pick<LinkState, 'accessLog' | 'accessLogMore'>[]>([]);
  const { busy, error, run } = useLinkAction(reload);
  const loadMore = (cursor: string) =>
    run('more', async () => {
      const next = await getNextLogPage(token, cursor);
      setOlder((before) => [...before, next]);
    });
  const pages = [link, ...older];
  return {
    log: pages.flatMap(({ accessLog }) => accessLog),
    cursor: pages.at(-1)?.accessLogMore ?? null,
    loadMore,
    busy,
    error,
  };
}

/** Shows what the doctor viewed, and by this link the patient, newest first, from the audit log. */
export function AccessLog({ token, link, reload }: Pick<OpenLink<LinkState>, 'token' | 'link' | 'reload'>) {
  const t = useText('consent');
  const [isExpanded, setExpanded] = useState(false);
  const { log: entries, cursor, loadMore, busy, error } = useAccessLog({ token, link, reload });
  const log = foldLog(entries);
  const hasOwn = log.some(({ isOwn }) => isOwn);
  const isActive = link.records.some(({ status }) => status === 'granted');
  const nameOf = (entry: Entry) => (link.records.length > 1 ? formatRecordName(link.records, entry) : undefined);
  return (
    <Part
      title={t(hasOwn ? 'log.titleWithOwn' : 'log.title')}
      aside={log.length > 0 && !hasOwn && cursor === null ? t('log.times', { count: log.length }) : undefined}
    >
      {log.length === 0 && <p className="text-ink-muted">{t(isActive ? 'log.none' : 'log.nothing')}</p>}
      {log.length > 0 && (
        <ul className={listClasses}>
          {(isExpanded ? log : log.slice(0, initialRowCount)).map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries can have the same time
            <EntryLine key={`${entry.at}/${index}`} entry={entry} name={nameOf(entry)} />
          ))}
        </ul>
      )}
      {!isExpanded && log.length > initialRowCount && (
        <div className="mt-3">
          <ConsentButton variant="quiet" onClick={() => setExpanded(true)}>
            {t('log.all')}
          </ConsentButton>
        </div>
      )}
      {isExpanded && cursor !== null && (
        <div className="mt-3">
          <ErrorMessage error={error} />
          <ConsentButton variant="quiet" busy={busy !== null} onClick={() => void loadMore(cursor)}>
            {t('log.more')}
          </ConsentButton>
        </div>
      )}
    </Part>
  );
}
