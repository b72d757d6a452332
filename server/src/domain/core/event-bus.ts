import type { Tx } from '../database.ts';
import type { DomainEvents } from '../events.ts';

/** Counts that a reaction adds to the audit details of the act that caused it. */
export type AuditCounts = Readonly<Record<string, number>>;

/** The reactions to each event, in order. An event without an entry does not compile. */
export type EventHandlers = {
  readonly [Name in keyof DomainEvents]: readonly ((tx: Tx, event: DomainEvents[Name]) => Promise<AuditCounts>)[];
};

export interface EventBus {
  /**
   * Runs the reactions to an event in the emitter's transaction and under its scope, one after another. Returns their
   * counts together. A reaction that throws rolls the transaction back. Reactions cannot emit events.
   */
  emit<Name extends keyof DomainEvents>(tx: Tx, name: Name, event: DomainEvents[Name]): Promise<AuditCounts>;
}

export function createEventBus(handlers: EventHandlers): EventBus {
  return {
    async emit(tx, name, event) {
      let counts: AuditCounts = {};
      for (const handle of handlers[name]) counts = { ...counts, ...(await handle(tx, event)) };
      return counts;
    },
  };
}
