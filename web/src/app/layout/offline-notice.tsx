import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useUiText } from '../../text/language.tsx';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Shows that the network is down and no data is lost. Disappears when the network returns. */
export function OfflineNotice() {
  const t = useUiText();
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b border-warning-line bg-warning-soft px-4 py-2 text-small text-warning-text md:px-8">
          <WifiOff size={16} />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
