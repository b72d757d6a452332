import type { PasskeyAssertion, PasskeyRequestOptions } from '@medcloud/contract/shapes/passkeys';
import { useEffect, useEffectEvent } from 'react';
import { loadCeremony } from './use-passkey.ts';

/** The part of a challenge's lifetime after which the offer begins anew: what is signed afterwards would be too late. */
const renewedAfter = 0.8;

interface PasskeyOffer {
  /** False while the offer rests. */
  isEnabled: boolean;
  fetchOptions: () => Promise<PasskeyRequestOptions>;
  onSigned: (response: PasskeyAssertion) => void;
}

/** Lets the browser offer the portal's passkeys in the name's field, where it can. Ends with the component. */
export function usePasskeyOffer({ isEnabled, fetchOptions, onSigned }: PasskeyOffer): void {
  const fetchNow = useEffectEvent(fetchOptions);
  const report = useEffectEvent(onSigned);
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    offerUntil(controller.signal, () => fetchNow()).then(
      (response) => response && report(response),
      (error: unknown) => console.error(error),
    );
    return () => controller.abort();
  }, [isEnabled]);
}

/** Offers until the person chooses a passkey, which it returns. Undefined once it is ended, or if the browser cannot offer. */
async function offerUntil(
  end: AbortSignal,
  fetchOptions: () => Promise<PasskeyRequestOptions>,
): Promise<PasskeyAssertion | undefined> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined;
  const { offerPasskeys, cancelCeremony, NoPasskeyError } = await loadCeremony();
  while (!end.aborted) {
    const options = await fetchOptions();
    if (end.aborted) return undefined;
    const isOver = new AbortController();
    const timer = setTimeout(() => isOver.abort(), options.timeout * renewedAfter);
    AbortSignal.any([end, isOver.signal]).addEventListener('abort', cancelCeremony, { once: true });
    try {
      return await offerPasskeys(options);
    } catch (error) {
      if (!(error instanceof NoPasskeyError)) throw error;
      if (!isOver.signal.aborted) return undefined; // ended by the page, or dismissed by the person
      await waitUntilVisible(end);
    } finally {
      clearTimeout(timer);
    }
  }
  return undefined;
}

/** Waits for a hidden page to be seen: until then it asks the portal for no further challenge. */
function waitUntilVisible(end: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => (document.visibilityState === 'visible' || end.aborted) && resolve();
  document.addEventListener('visibilitychange', check, { signal: end });
  end.addEventListener('abort', check, { once: true });
  check();
  return promise;
}
