// What goes with an account, in an order that can be begun again: first what others hold, last the sign-in.
import { customerOf } from '../_shared/customer.ts';
import { serviceDatabase } from '../_shared/database.ts';
import { endPayments } from './subscription.ts';

const STILL_PAID = 'Your subscription could not be cancelled, so nothing was deleted. Try again, or write to us.';

/** Removes the account's files from every bucket. Rows that name them are still there, so a broken run can be repeated. */
async function removeFiles(account: string) {
  const database = serviceDatabase();
  for (let rounds = 0; rounds < 1000; rounds += 1) {
    const { data, error } = await database.rpc('files_of', { p_owner: account });
    if (error) throw error;
    if (data.length === 0) return;
    for (const bucket of new Set(data.map((file) => file.bucket))) {
      const paths = data.filter((file) => file.bucket === bucket).map(({ path }) => path);
      for (let at = 0; at < paths.length; at += 100) {
        const answer = await database.storage.from(bucket).remove(paths.slice(at, at + 100));
        if (answer.error) throw answer.error;
      }
    }
  }
  throw new Error('the files do not come to an end');
}

/** Null where everything is gone; otherwise what stands in the way, in a sentence. */
export async function removeEverything(account: string): Promise<string | null> {
  const customer = await customerOf(account);
  if (!(await endPayments(customer))) return STILL_PAID;
  await removeFiles(account);
  // The profile goes with the sign-in, and with the profile every row of the account.
  const { error } = await serviceDatabase().auth.admin.deleteUser(account);
  if (error) throw error;
  // What the crew sent in that moment, and a checkout page that another tab opened.
  await removeFiles(account);
  await endPayments(customer);
  return null;
}
