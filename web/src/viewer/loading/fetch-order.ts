/**
 * The pictures to have next, nearest first: ahead in the direction of scrolling two for each one behind, `reach` at most
 * to either side.
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
