import { useMessageCounts, useMessages } from '../../../calls/operations.ts';
import { MessageFigures } from './message-figures.tsx';
import { MessageList, useMessageAddress } from './message-list.tsx';

/** The messages that the portal sent, and how many arrived. */
export function MessageTab() {
  const address = useMessageAddress();
  const messages = useMessages(address);
  const counts = useMessageCounts();
  return (
    <>
      <MessageFigures counts={counts} />
      <MessageList address={address} messages={messages} />
    </>
  );
}
