import { routes } from '@medcloud/contract';
import { later } from '../calendar.ts';
import { type CastMessage, messages } from '../cast/messages.ts';
import { administrator, type Chore, nobody, type Stage } from '../stage.ts';

/** What people wrote to the operator, and what was answered and closed. */
export function supportChores(stage: Stage): Chore[] {
  return messages.flatMap((message) => conversation(stage, message));
}

function conversation({ calendar }: Stage, message: CastMessage): Chore[] {
  const { daysAgo, hour, from, answer, isClosed, ...words } = message;
  const at = calendar.at(daysAgo, hour);
  let id = '';
  const written: Chore = {
    at,
    actor: nobody,
    play: async (client) => {
      id = (await client.call(routes.support.sendMessage, { body: { ...from, ...fieldsOf(words) } })).id;
    },
  };
  const answered: Chore[] =
    answer === undefined
      ? []
      : [
          {
            at: later(at, 95),
            actor: administrator,
            play: async (admin) => {
              await admin.call(routes.admin.replySupportMessage, { params: { id }, body: { text: answer } });
              if (isClosed) await admin.call(routes.admin.closeSupportMessage, { params: { id } });
            },
          },
        ];
  return [written, ...answered];
}

function fieldsOf({ email, role, subject, message, language, urgent }: Omit<CastMessage, 'daysAgo' | 'hour' | 'from'>) {
  return { ...{ email, message, language }, ...{ role, subject, urgent } };
}
