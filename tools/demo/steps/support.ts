import { routes } from '@medcloud/contract';
import { addMinutes } from '../calendar.ts';
import { type DemoMessage, messages } from '../people/messages.ts';
import { administrator, anonymous, type SeedContext, type SeedStep } from '../seed-context.ts';

/** Creates the steps of messages to the operator, with their replies and closing. */
export function createSupportSteps(seedContext: SeedContext): SeedStep[] {
  return messages.flatMap((message) => createConversationSteps(seedContext, message));
}

function createConversationSteps({ calendar }: SeedContext, message: DemoMessage): SeedStep[] {
  const { daysAgo, hour, from, answer, isClosed, ...words } = message;
  const at = calendar.at(daysAgo, hour);
  let id = '';
  const messageStep: SeedStep = {
    at,
    principal: anonymous,
    run: async (client) => {
      id = (await client.call(routes.support.sendMessage, { body: { ...from, ...getFields(words) } })).id;
    },
  };
  const answerSteps: SeedStep[] =
    answer === undefined
      ? []
      : [
          {
            at: addMinutes(at, 95),
            principal: administrator,
            run: async (admin) => {
              await admin.call(routes.admin.replySupportMessage, { params: { id }, body: { text: answer } });
              if (isClosed) await admin.call(routes.admin.closeSupportMessage, { params: { id } });
            },
          },
        ];
  return [messageStep, ...answerSteps];
}

function getFields({
  email,
  role,
  subject,
  message,
  language,
  urgent,
}: Omit<DemoMessage, 'daysAgo' | 'hour' | 'from'>) {
  return { ...{ email, message, language }, ...{ role, subject, urgent } };
}
