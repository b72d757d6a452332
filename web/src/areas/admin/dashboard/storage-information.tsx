import type { SystemInfo } from '@medcloud/contract/shapes/operations';
import { Cloud } from 'lucide-react';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';

type Storage = SystemInfo['storage'];

const dayMs = 86_400_000;

/** Draws the used share of the storage. The figures below give the same in words. */
function UsedBar({ used, available }: { used: number; available: number }) {
  const total = used + available;
  const share = total === 0 ? 0 : used / total;
  return (
    <div aria-hidden="true" className="mb-3 flex h-1.5 gap-0.5">
      {/* one exam is visible even on a large disk */}
      {used > 0 && (
        <span className="min-w-1 rounded-full bg-primary" style={{ width: `${(share * 100).toFixed(2)}%` }} />
      )}
      <span className="min-w-0 flex-1 rounded-full bg-line" />
    </div>
  );
}

function StorageFacts({ storage, checkedAt }: { storage: Storage; checkedAt: string }) {
  const t = useText('operations');
  const format = useFormat();
  const { used, available, fileCount, daysLeft } = storage;
  const at = Date.parse(checkedAt);
  const facts: [label: string, value: string][] = [
    [t('storage.used'), format.size(used)],
    [t('storage.available'), available === null ? t('storage.noLimit') : format.size(available)],
    [t('storage.files'), format.number(fileCount)],
  ];
  if (daysLeft !== null) facts.push([t('storage.full'), format.relative(new Date(at + daysLeft * dayMs), at)]);
  return (
    <dl className="flex flex-col gap-2 text-body">
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="text-right font-strong figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function TypeBadges({ storage: { type, isCloudStorage } }: { storage: Storage }) {
  const t = useText('operations');
  return (
    <span className="flex gap-1.5">
      <Badge>{type === 'Local Storage' ? t('storage.local') : type}</Badge>
      {isCloudStorage && (
        <Badge variant="info" icon={Cloud}>
          {t('storage.cloud')}
        </Badge>
      )}
    </span>
  );
}

/** Shows where the files are stored, how much space they use, and when the storage will be full. */
export function StorageInformation({ info }: { info: SystemInfo | undefined }) {
  const t = useText('operations');
  if (info === undefined) {
    return (
      <Card title={t('storage.title')}>
        <SkeletonRows rows={3} label={t('health.loading')} />
      </Card>
    );
  }
  const { storage } = info;
  return (
    <Card title={t('storage.title')} aside={<TypeBadges storage={storage} />}>
      {storage.available !== null && <UsedBar used={storage.used} available={storage.available} />}
      <StorageFacts storage={storage} checkedAt={info.checkedAt} />
      {!storage.isCloudStorage && (
        <div className="mt-4">
          <Note variant="warning">{t('storage.notLocal')}</Note>
        </div>
      )}
    </Card>
  );
}
