import type { LinkState } from '@medcloud/contract/shapes/access';
import { Download, Eye, List } from 'lucide-react';
import { useState } from 'react';
import { lookFurther } from '../../calls/consent.ts';
import { consentText } from '../../text/consent.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { dayDistance } from './end-day.ts';
import { foldLog } from './fold-log.ts';
import { nameAmong } from './name-among.ts';
import { ConsentButton, FailureNote, Line, lines, Part } from './parts.tsx';
import { type Open, useLinkAct } from './use-link.ts';

type Entry = LinkState['accessLog'][number];

const icons = { list: List, view: Eye, download: Download } as const;
const shownAtFirst = 8;

function EntryLine({ entry, name }: { entry: Entry; name: string | undefined }) {
  const t = useText(consentText);
  const format = useFormat();
  const at = new Date(entry.at);
  const distance = dayDistance(at, new Date());
  const time = format.time(at);
  return (
    <Line icon={icons[entry.what]}>
      <span className="block font-semibold">
        {entry.what === 'list' ? t('log.list') : t(`log.${entry.what}.${entry.examType ?? 'other'}`)}
      </span>
      <span className="block text-prose text-ink-muted">
        {distance === 'before' ? t('log.day', { day: format.date(at), time }) : t(`log.${distance}`, { time })}
        {name && <span className="block">{name}</span>}
      </span>
    </Line>
  );
}

/** The log as far as it was asked for; what is not read yet stands behind `after`. */
function useLog({ token, link, reload }: Pick<Open<LinkState>, 'token' | 'link' | 'reload'>) {
  const [older, setOlder] = useState<Pick<LinkState, 'accessLog' | 'accessLogMore'>[]>([]);
  const { busy, failure, act } = useLinkAct(reload);
  const more = (after: string) =>
    act('more', async () => {
      const next = await lookFurther(token, after);
      setOlder((before) => [...before, next]);
    });
  const pages = [link, ...older];
  return {
    log: pages.flatMap(({ accessLog }) => accessLog),
    after: pages.at(-1)?.accessLogMore ?? null,
    more,
    busy,
    failure,
  };
}

/** What the doctor looked at, newest first, as the portal's audit trail has it. */
export function AccessLog({ token, link, reload }: Pick<Open<LinkState>, 'token' | 'link' | 'reload'>) {
  const t = useText(consentText);
  const [whole, setWhole] = useState(false);
  const { log: read, after, more, busy, failure } = useLog({ token, link, reload });
  const log = foldLog(read);
  const nameOf = (entry: Entry) => (link.records.length > 1 ? nameAmong(link.records, entry) : undefined);
  return (
    <Part
      title={t('log.title')}
      aside={log.length > 0 && after === null ? t('log.times', { count: log.length }) : undefined}
    >
      {log.length === 0 && <p className="text-ink-muted">{t('log.none')}</p>}
      {log.length > 0 && (
        <ul className={lines}>
          {(whole ? log : log.slice(0, shownAtFirst)).map((entry, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two looks may share a moment
            <EntryLine key={`${entry.at}/${place}`} entry={entry} name={nameOf(entry)} />
          ))}
        </ul>
      )}
      {!whole && log.length > shownAtFirst && (
        <div className="mt-3">
          <ConsentButton look="quiet" onClick={() => setWhole(true)}>
            {t('log.all')}
          </ConsentButton>
        </div>
      )}
      {whole && after !== null && (
        <div className="mt-3">
          <FailureNote failure={failure} />
          <ConsentButton look="quiet" busy={busy !== null} onClick={() => void more(after)}>
            {t('log.more')}
          </ConsentButton>
        </div>
      )}
    </Part>
  );
}
