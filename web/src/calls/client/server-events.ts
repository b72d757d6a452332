/** One message of a `text/event-stream`. */
export interface ServerEvent {
  kind: string;
  data: string;
}

/**
 * Parses an event stream (HTML Living Standard, 9.2.6). Blocks end at an empty line; comments and unknown fields are
 * ignored. Returns the messages of all complete blocks, and the text of the incomplete one as `rest`.
 */
export function parseEvents(text: string): { events: ServerEvent[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  return { events: blocks.flatMap(parseBlock), rest };
}

function parseBlock(block: string): ServerEvent[] {
  const fields = block.split('\n').map((line) => /^(event|data): ?(.*)$/.exec(line));
  const values = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  const data = values('data');
  if (data.length === 0) return [];
  return [{ kind: values('event').at(-1) ?? 'message', data: data.join('\n') }];
}
