// Bulk changes, made in parts; each answer has a cursor for the next part.

const DONE = ['cancelled', 'fired', 'kicked', 'discarded', 'sent'];
const NOT_DONE = ['alreadyDelivered', 'notFound', 'stale', 'unanswered', 'failed', 'refused'];

const sum = (json, names) => names.reduce((all, name) => all + (json[name] ?? 0), 0);

/**
 * Calls until nothing is left, or the limit is reached.
 *
 * @param part changes some, behind a cursor
 * @param progress is told of the sums so far
 */
export async function sweep(part, progress, most = Infinity) {
  const sums = {changed: 0, others: 0};
  let cursor;
  let answer;
  do {
    answer = await part(cursor, most - sums.changed - sums.others);
    sums.changed += sum(answer, DONE);
    sums.others += sum(answer, NOT_DONE);
    cursor = answer.cursor;
    progress(sums);
  } while (!answer.done && cursor && sums.changed + sums.others < most);
  return sums;
}
