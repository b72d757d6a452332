import { isLoopbackHost } from '@medcloud/server/src/platform/config/addresses.ts';

/** The environment is not suitable for the demonstration. The message names the variable to unset. */
export class DemonstrationEnvironmentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DemonstrationEnvironmentError';
  }
}

// Its persons and numbers are fictional, so no data of it may reach a real database, store, phone or mailbox.
const forbiddenVariables = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_BACKUP_URL',
  'DATA_DIR',
  'STORAGE_URL',
  'SMS_URL',
  'MAIL_URL',
  'PAYMENTS_URL',
  'ENCRYPTION_KEY',
];

/** Default operator on the support page. */
export const operator = {
  OPERATOR_NAME: 'MedCloud',
  OPERATOR_EMAIL: 'support@demo.medcloud.local',
  OPERATOR_PHONE: '+30 210 555 0100',
  OPERATOR_ADDRESS: 'Πατησίων 42, Αθήνα 106 82',
};

/**
 * Creates the portal's environment with the demonstration's own folder. Throws `DemonstrationEnvironmentError` on a
 * variable of a real service, or an address other than loopback.
 */
export function createEnvironment(variables: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const name = forbiddenVariables.find((each) => variables[each]);
  if (name)
    throw new DemonstrationEnvironmentError(
      `${name} is set, but the demonstration keeps everything in a folder of its own and sends nothing. Unset it, or use npm start.`,
    );
  const { PUBLIC_URL, HOST } = variables;
  if (PUBLIC_URL && !isLoopback(PUBLIC_URL))
    throw new DemonstrationEnvironmentError(
      `PUBLIC_URL is ${PUBLIC_URL}, but the demonstration runs on this machine alone. Unset it, or use npm start.`,
    );
  if (HOST && !isLoopbackHost(HOST))
    throw new DemonstrationEnvironmentError(
      `HOST is ${HOST}, but the demonstration runs on this machine alone. Unset it, or use npm start.`,
    );
  const { ADMIN_EMAIL: _, ADMIN_PASSWORD: __, ...rest } = variables;
  return { ...operator, ...rest, DATA_DIR: folder };
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'http:' && isLoopbackHost(new URL(address).hostname);
}
