import { Download, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useDownload } from '../../../../calls/download.ts';
import { useUiText } from '../../../../text/language.tsx';
import { BarButton } from './bar-button.tsx';

/** Downloads the file as it was uploaded. */
export function DownloadExam({ examId }: { examId: string }) {
  const ui = useUiText();
  const download = useDownload();
  const [busy, setBusy] = useState(false);
  const startDownload = async () => {
    if (busy) return;
    setBusy(true);
    await download(examId);
    setBusy(false);
  };
  return (
    <BarButton
      icon={busy ? LoaderCircle : Download}
      label={ui('action.download')}
      hasLabel
      aria-busy={busy}
      onClick={() => void startDownload()}
    />
  );
}
