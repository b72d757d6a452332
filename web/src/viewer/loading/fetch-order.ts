/**
 * Returns the indexes of the images to load next, nearest first: two ahead in the scroll direction for each one behind,
 * at most `reach` to either side.
 */
export function fetchOrder(current: number, count: number, direction: 1 | -1, reach: number): number[] {
  const order: number[] = [];
  const add = (index: number) => {
    if (index >= 0 && index < count && Math.abs(index - current) <= reach) order.push(index);
  };
  for (let step = 1, behind = 1; step <= count || behind <= count; ) {
    add(current + direction * step++);
    add(current + direction * step++);
    add(current - direction * behind++);
  }
  return order;
}
