import { screenPath } from '@medcloud/contract/screens';
import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDownload } from '../calls/download.ts';
import { thumbnailAddress, zipOfSeries } from '../calls/exams.ts';
import { fromList } from '../lib/back-link.ts';
import { useText, useUiText } from '../text/language.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { useSeriesName } from './series-name.ts';

interface SeriesProps {
  examId: string;
  series: ViewerSeries;
}

/** A series' middle image on black, or a note that there is none. */
function Thumbnail({ examId, series }: SeriesProps) {
  const t = useText('exams');
  const [hasFailed, setFailed] = useState(false);
  if (series.frames === 0 || hasFailed)
    return (
      <span className="flex size-full flex-col items-center justify-center gap-1.5 bg-sunken text-small text-ink-muted">
        <ImageOff size={20} />
        {t('noImage')}
      </span>
    );
  return (
    <img
      src={thumbnailAddress(examId, series)}
      alt=""
      loading="lazy"
      onError={() => setFailed(true)}
      className="size-full bg-black object-contain"
    />
  );
}

function Tile({ examId, series }: SeriesProps) {
  const t = useText('exams');
  const ui = useUiText();
  const seriesName = useSeriesName();
  const download = useDownload();
  const name = seriesName(series);
  const count = series.frames > 0 ? t('images', { count: series.frames }) : t('objects', { count: series.instances });
  const viewPath = `${screenPath('examView', { examId })}?${new URLSearchParams({ series: series.seriesUid })}`;
  return (
    <li className="min-w-0">
      <Link
        to={viewPath}
        state={fromList}
        aria-label={`${ui('action.view')}: ${name}`}
        className="block aspect-square overflow-hidden rounded-card border border-line hover:border-line-mid"
      >
        <Thumbnail key={String(series.hasThumbnail)} examId={examId} series={series} />
      </Link>
      <div className="mt-1.5 flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className="truncate text-small font-strong" title={name}>
            <bdi>{name}</bdi>
          </p>
          <p className="text-small text-ink-muted figures">{[series.modality, count].filter(Boolean).join(' · ')}</p>
        </div>
        <IconButton
          icon={Download}
          size="inline"
          iconSize={14}
          label={t('seriesOf', { series: name })}
          onClick={() => void download(zipOfSeries(examId, series))}
        />
      </div>
    </li>
  );
}

const maxShownSeries = 60; // thumbnails that one preview requests

/** Each series with its thumbnail, image count and download. */
export function SeriesTiles({ examId, series }: { examId: string; series: readonly ViewerSeries[] }) {
  const t = useText('exams');
  return (
    <>
      <ul aria-label={t('series')} className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 md:grid-cols-4">
        {series.slice(0, maxShownSeries).map((one) => (
          <Tile key={`${one.studyUid} ${one.seriesUid}`} examId={examId} series={one} />
        ))}
      </ul>
      {series.length > maxShownSeries && (
        <p className="mt-3 text-small text-ink-muted">{t('more', { count: maxShownSeries })}</p>
      )}
    </>
  );
}

/** Placeholders for the thumbnails. */
export function TilesSkeleton() {
  const t = useText('exams');
  return (
    <div role="status" className="grid skeleton grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 md:grid-cols-4">
      <span className="sr-only">{t('loading')}</span>
      <span aria-hidden="true" className="aspect-square skeleton-bar" />
      <span aria-hidden="true" className="aspect-square skeleton-bar" />
    </div>
  );
}
