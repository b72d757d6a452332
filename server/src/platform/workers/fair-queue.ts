/**
 * A queue whose groups take turns: each group's items leave in their order, and a group with many items does not delay
 * the others.
 */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #groups = new Map<string, Item[]>();

  add(group: string, item: Item): void {
    const items = this.#groups.get(group);
    if (items === undefined) this.#groups.set(group, [item]);
    else items.push(item);
  }

  /** Removes and returns the next item; its group then waits for all other groups. */
  take(): Item | undefined {
    const [next] = this.#groups;
    if (next === undefined) return undefined;
    const [group, items] = next;
    const item = items.shift();
    this.#groups.delete(group);
    if (items.length > 0) this.#groups.set(group, items);
    return item;
  }

  remove(group: string, item: Item): void {
    const items = this.#groups.get(group) ?? [];
    const index = items.indexOf(item);
    if (index >= 0) items.splice(index, 1);
    if (items.length === 0) this.#groups.delete(group);
  }

  /** Removes and returns all items. */
  clear(): Item[] {
    const items = [...this.#groups.values()].flat();
    this.#groups.clear();
    return items;
  }
}
