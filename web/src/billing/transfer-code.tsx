import type { OpenDue } from '@medcloud/contract/shapes/billing/overview';
import { useText } from '../text/language.tsx';

/** The transfer as a QR code, for another device: hidden on a phone, which cannot scan itself. */
export function TransferCode({ code }: { code: NonNullable<OpenDue['qr']> }) {
  const t = useText('billing/account.pay');
  return (
    <figure className="flex w-40 shrink-0 flex-col gap-2 max-md:hidden">
      {/* dark on white in both themes: scanners need it */}
      <svg
        role="img"
        aria-label={t('qr')}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        className="size-40 rounded-badge border border-line bg-white text-black"
      >
        <path d={code.path} fill="currentColor" />
      </svg>
      <figcaption className="text-small text-ink-muted">{t('qrText')}</figcaption>
    </figure>
  );
}
