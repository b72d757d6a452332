import { ApiError } from '@medcloud/contract/api-client';
import type { NewPasskey } from '@medcloud/contract/shapes/passkeys';
import { useAddPasskey, usePasskeyCreation } from '../../calls/account.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { loadCeremony, useAttempt } from '../passkey/use-passkey.ts';

/** Words why no passkey was added. */
function useDescribe() {
  const t = useText('account/factors.passkeys');
  const describeFailure = useFailure();
  return async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'invalid_factor') return t('notAccepted');
    const { NoPasskeyError } = await loadCeremony();
    if (!(error instanceof NoPasskeyError)) return describeFailure(error);
    return t(error.reason === 'known' ? 'known' : 'notCreated');
  };
}

/** Returns how a passkey is added: options from the portal, the browser's dialog, the response to the portal. */
export function useNewPasskey(onAdded: (recoveryCodes: readonly string[] | undefined) => void) {
  const creation = usePasskeyCreation();
  const add = useAddPasskey();
  const { attempt, isBusy, failure } = useAttempt(useDescribe());
  const store = async (domain: string, body: NewPasskey) => {
    try {
      return await add.mutateAsync({ body });
    } catch (error) {
      // The device has it. Without an answer, the portal may have it too.
      if (error instanceof ApiError && error.status < 500)
        await (await loadCeremony()).signalUnknown(domain, body.response.id);
      throw error;
    }
  };
  const create = (name: string) =>
    attempt(async () => {
      const options = await creation.mutateAsync({});
      const { createPasskey } = await loadCeremony();
      const { id, type, response } = await createPasskey(options);
      const { clientDataJSON, attestationObject, transports = [] } = response;
      const body = { name, response: { id, type, response: { clientDataJSON, attestationObject, transports } } };
      onAdded((await store(options.rp.id, body)).recoveryCodes);
    });
  return { create, isBusy, failure };
}
