import { languages } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';
import type { Mail } from '../../../platform/outbound/gateways.ts';
import type { Checkpoint } from '../chain/checkpoint.ts';

/** Writes the daily mail with an anchor to the operator, in all languages one after the other. */
export function writeAnchorMail(anchor: {
  checkpoint: Checkpoint;
  anchor: string;
  line: string;
  portal: string;
}): Pick<Mail, 'subject' | 'text'> {
  const { checkpoint, line, portal } = anchor;
  const values = {
    portal,
    record: String(checkpoint.seq),
    at: checkpoint.at,
    command: `npm run audit:verify -- --anchor ${anchor.anchor}`,
  };
  const paragraphs = languages.flatMap((language) => {
    const t = serverTranslator('server/messages.mail', language);
    return [t('auditAnchor.text', values), t('auditAnchor.check', values)];
  });
  const subject = serverTranslator('server/messages.mail', 'en')('auditAnchor.subject', values);
  return { subject, text: `${[...paragraphs, line].join('\n\n')}\n` };
}
