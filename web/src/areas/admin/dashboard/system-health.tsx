import { isFindingCode, isProbeName, type ProbeName as KnownProbe } from '@medcloud/contract/operations/health';
import type { Probe, SystemInfo } from '@medcloud/contract/shapes/operations';
import { formatFinding } from '@medcloud/text/format-finding';
import { formatDuration } from '@medcloud/text/format-params';
import {
  Anchor,
  Clock,
  CreditCard,
  Database,
  FolderKey,
  Gauge,
  HardDrive,
  KeyRound,
  type LucideIcon,
  Mail,
  MessageSquare,
  ReceiptEuro,
  ScanSearch,
  ScrollText,
  Send,
  Server,
  Smartphone,
} from 'lucide-react';
import { useIsNarrow } from '../../../lib/media.ts';
import { useNow } from '../../../lib/now.ts';
import { useLanguage, useText, useUiText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { feedbackIcons } from '../../../ui/data/feedback-variant.ts';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ProbeState, useProbeLabel } from '../shared/probe-state.tsx';
import { HealthStrip } from './health-strip.tsx';

const icons = {
  database: Database,
  api: Server,
  authentication: KeyRound,
  storage: HardDrive,
  queue: Clock,
  sms: MessageSquare,
  mail: Mail,
  disk: Gauge,
  keys: FolderKey,
  audit: ScrollText,
  anchors: Anchor,
  'audit-stream': Send,
  scanner: ScanSearch,
  payments: CreditCard,
  billing: ReceiptEuro,
  'second-factor': Smartphone,
} as const satisfies Record<KnownProbe, LucideIcon>;

function ProbeName({ probe: { name } }: { probe: Probe }) {
  const t = useText('health');
  const Icon = isProbeName(name) ? icons[name] : Server;
  return (
    <span className="inline-flex items-center gap-2.5 align-middle font-strong md:whitespace-nowrap">
      <Icon size={16} className="shrink-0 text-ink-muted" aria-hidden="true" />
      {isProbeName(name) ? t(`probes.${name}`) : name}
    </span>
  );
}

/** Returns the text of a probe's finding in the current language. A finding of a later version stays in English. */
function useDetail(): (probe: Probe) => string {
  const t = useText('health');
  const { language } = useLanguage();
  return ({ code, params, detail }) => (isFindingCode(code) ? formatFinding(t, { code, params }, language) : detail);
}

/** Returns how long a probe took. */
function useDuration(): (probe: Probe) => string {
  const t = useText('health');
  const { language } = useLanguage();
  return ({ tookMs }) => formatDuration(t, tookMs, language);
}

const cell = 'px-2.5 pt-2 pb-0.5 first:pl-5 last:pr-5';

/** Shows a probe in two rows, so the detail has the full width. Greek needs it. */
function ProbeRows({ probe, now }: { probe: Probe; now: number }) {
  const duration = useDuration();
  const probeLabel = useProbeLabel();
  const detail = useDetail();
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className={`${cell} text-left font-normal`}>
          <ProbeName probe={probe} />
        </th>
        <td className={cell}>
          <ProbeState state={probe.state}>{probeLabel(probe)}</ProbeState>
        </td>
        <td className={`${cell} text-right whitespace-nowrap figures`}>{duration(probe)}</td>
        <td className={cell}>
          <span className="flex justify-end">
            <HealthStrip hours={probe.hours} now={now} />
          </span>
        </td>
      </tr>
      <tr>
        <td colSpan={4} className="px-5 pb-2 pl-11.5 text-small text-pretty wrap-anywhere text-ink-muted">
          {detail(probe)}
        </td>
      </tr>
    </>
  );
}

function ProbeTable({ health, now }: { health: readonly Probe[]; now: number }) {
  const t = useText('operations');
  const ui = useUiText();
  const head = 'h-9 px-2.5 font-strong whitespace-nowrap first:pl-5 last:pr-5';
  return (
    <table aria-label={t('health.title')} className="w-full border-collapse text-body">
      <thead>
        <tr className="text-left text-tiny text-ink-muted">
          <th scope="col" className={head}>
            {t('health.coreServices')}
          </th>
          <th scope="col" className={head}>
            {ui('field.status')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('health.took')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('health.lastDay')}
          </th>
        </tr>
      </thead>
      <tbody>
        {health.map((probe) => (
          <ProbeRows key={probe.name} probe={probe} now={now} />
        ))}
      </tbody>
    </table>
  );
}

/** Shows the probes below 768 px: name and state in one line, then the detail, then the last 24 hours. */
function ProbeList({ health, now }: { health: readonly Probe[]; now: number }) {
  const t = useText('operations');
  const duration = useDuration();
  const probeLabel = useProbeLabel();
  const detail = useDetail();
  return (
    <ul aria-label={t('health.coreServices')}>
      {health.map((probe) => (
        <li key={probe.name} className="flex flex-col gap-1 border-t border-line px-4 py-3">
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 text-body">
            <ProbeName probe={probe} />
            <ProbeState state={probe.state}>{probeLabel(probe)}</ProbeState>
          </span>
          <span className="text-small text-pretty wrap-anywhere text-ink-muted">{detail(probe)}</span>
          <span className="flex items-end justify-between gap-3">
            <HealthStrip hours={probe.hours} now={now} />
            <span className="text-small text-ink-muted figures">{duration(probe)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shows how many probes are well, in the variant of the worst state. */
function HealthBadge({ health }: { health: readonly Probe[] }) {
  const t = useText('operations');
  const okCount = health.filter(({ state }) => state === 'ok').length;
  if (okCount === health.length) {
    return (
      <Badge variant="ok" icon={feedbackIcons.success}>
        {t('health.allWell')}
      </Badge>
    );
  }
  const hasFailures = health.some(({ state }) => state === 'failed');
  return (
    <Badge variant={hasFailures ? 'bad' : 'warn'} icon={hasFailures ? feedbackIcons.danger : feedbackIcons.warning}>
      {t('health.someWell', { well: okCount, all: health.length })}
    </Badge>
  );
}

/** Shows the latest check of each part of the portal. */
export function SystemHealth({ info }: { info: SystemInfo | undefined }) {
  const t = useText('operations');
  const isNarrow = useIsNarrow();
  const now = useNow();
  return (
    <Card isFlush title={t('health.title')} aside={info && <HealthBadge health={info.health} />}>
      {info === undefined ? (
        <SkeletonRows rows={9} label={t('health.loading')} />
      ) : isNarrow ? (
        <ProbeList health={info.health} now={now} />
      ) : (
        <ProbeTable health={info.health} now={now} />
      )}
    </Card>
  );
}
