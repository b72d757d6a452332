import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import type { Config } from '../platform/config/config.ts';
import { type House, openHouse } from './house.ts';

const drainMs = 30_000;

/** Starts the portal, says where it is, and drains it on a signal. The address and the login stand last. */
export async function runPortal(config: Config): Promise<House> {
  const house = await openHouse(config);
  announceStart(config, house);
  closeWithGrace({ delay: drainMs, logger: false }, async ({ err }) => {
    if (err) process.stderr.write(`MedCloud stops: ${err.message}\n`);
    await house.close();
  });
  return house;
}

function announceStart(config: Config, house: House): void {
  const lines = [
    '',
    'MedCloud is running.',
    `  listening on   ${house.origin}`,
    `  database       PostgreSQL ${house.database.version}, ${house.database.where}, fsync ${house.database.fsync ? 'on' : 'off'}`,
    `  data folder    ${config.dataDir}`,
    ...gatewayLines(config),
    '',
    `  open           ${config.publicUrl.origin}`,
    `  administrator  ${config.publicUrl.origin}/auth/admin/login`,
    `  e-mail         ${config.adminEmail}`,
  ];
  if (house.administrator?.madePassword)
    lines.push(`  password       ${house.administrator.madePassword}  (shown once; change it after the first sign-in)`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Where messages go. On https one that only lands in a file is no message: said at every start. */
function gatewayLines({ sms, mail, posture }: Config): string[] {
  const warning = posture === 'production' ? '  (NOBODY RECEIVES THESE: set SMS_URL and MAIL_URL)' : '';
  return [
    sms.driver === 'file'
      ? `  SMS land in    ${join(sms.folder, 'sms.ndjson')}${warning}`
      : `  SMS go by      ${sms.driver}`,
    mail.driver === 'file'
      ? `  mail lands in  ${join(mail.folder, 'mail.ndjson')}${warning}`
      : `  mail goes by   ${mail.host}:${mail.port}`,
  ];
}
