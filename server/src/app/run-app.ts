import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import type { Config } from '../platform/config/config.ts';
import { type App, createApp } from './create-app.ts';

const drainMs = 30_000;

/** Starts the application, prints its addresses and shuts it down on a signal. Prints URL and login last. */
export async function runApp(config: Config): Promise<App> {
  const app = await createApp(config);
  printStart(config, app);
  closeWithGrace({ delay: drainMs, logger: false }, async ({ err }) => {
    if (err) process.stderr.write(`MedCloud stops: ${err.message}\n`);
    await app.close();
  });
  return app;
}

function printStart(config: Config, app: App): void {
  const lines = [
    '',
    'MedCloud is running.',
    `  listening on   ${app.origin}`,
    `  database       PostgreSQL ${app.database.version}, ${app.database.address}, fsync ${app.database.isSynced ? 'on' : 'off'}`,
    `  data folder    ${config.dataDir}`,
    ...gatewayLines(config),
    '',
    `  open           ${config.publicUrl.origin}`,
    `  administrator  ${config.publicUrl.origin}/auth/admin/login`,
    `  email          ${config.adminEmail}`,
  ];
  if (app.administrator?.generatedPassword)
    lines.push(
      `  password       ${app.administrator.generatedPassword}  (shown once; change it after the first sign-in)`,
    );
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Formats where SMS and mail go. In production, warns at every start if they are only written to a file. */
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
