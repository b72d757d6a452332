import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../../text/language.tsx';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../../../ui/feedback/skeleton.tsx';
import { SearchBox } from '../../../../ui/forms/search-box.tsx';
import { tagsOfPane } from '../../../../viewer/pane-metadata.ts';
import { filterRows, type TagRow, tagRows } from '../../../../viewer/tag-rows.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { SidePanel } from './side-panel.tsx';

const maxShownRows = 600; // enough to read; the search covers all rows

function Row({ row }: { row: TagRow }) {
  return (
    <tr className="border-b border-v-line align-top">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap text-v-muted code">
        {'· '.repeat(row.depth)}
        {row.tag}
      </th>
      <td className="py-1.5 pr-3 wrap-break-word">
        {row.name}
        <span className="block break-words text-v-muted">{row.value}</span>
      </td>
      <td className="py-1.5 text-v-muted code">{row.vr}</td>
    </tr>
  );
}

function TagTable({ rows, search }: { rows: readonly TagRow[]; search: string }) {
  const t = useText('viewer');
  const matches = filterRows(rows, search);
  return (
    <>
      <p role="status" className="px-4 pb-2 text-small text-v-muted figures">
        {t('tags.count', { count: matches.length })}
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('tools.tags')}
        className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 focus-visible:outline-v-active"
      >
        <table className="w-full table-fixed text-small">
          <colgroup>
            <col className="w-30" />
            <col />
            <col className="w-8" />
          </colgroup>
          <tbody>
            {matches.slice(0, maxShownRows).map((row) => (
              <Row key={row.path} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Lists every attribute of the active instance, with a search. */
export function TagsPanel({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const t = useText('viewer');
  const [search, setSearch] = useState('');
  const { active, panes } = viewer.getSnapshot();
  const frame = panes[active]?.frames[panes[active]?.index ?? 0];
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['tags', panes[active]?.series?.seriesUid, frame?.instanceUid],
    queryFn: async () => tagRows((await tagsOfPane(viewer, active)) ?? {}),
    gcTime: 0,
  });
  return (
    <SidePanel title={t('tools.tags')} onClose={onClose}>
      <div className="p-4 pb-2">
        <SearchBox label={t('tags.search')} placeholder={t('tags.search')} value={search} onChange={setSearch} />
      </div>
      {data && <TagTable rows={data} search={search} />}
      {!data && error && <ErrorState title={t('pane.failed')} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <SkeletonRows rows={8} label={t('loading')} />}
    </SidePanel>
  );
}
