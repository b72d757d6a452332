import { FingerprintPattern } from 'lucide-react';
import { shortenDigest } from '../../lib/digest.ts';
import { useUiText } from '../../text/language.tsx';
import { CopyButton } from '../actions/copy-button.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

/** The SHA-256 of an original file, shortened. The full hash is in the tooltip and can be copied. */
export function FileHash({ sha256, isCopyable = true }: { sha256: string; isCopyable?: boolean }) {
  const t = useUiText();
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 text-small text-ink-muted">
      <FingerprintPattern size={16} />
      {t('fileHash.label')}
      <Tooltip text={<span className="break-all">{t('fileHash.about', { digest: sha256 })}</span>}>
        <span className="font-semibold whitespace-nowrap text-ink code">{shortenDigest(sha256)}</span>
      </Tooltip>
      {isCopyable && <CopyButton value={sha256} label={t('fileHash.copy')} />}
    </span>
  );
}
