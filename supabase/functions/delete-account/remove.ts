// Deletes an account in an order that can be retried: external services first, the sign-in last.
import { customerOf } from '../_shared/customer.ts';
import { serviceDatabase } from '../_shared/database.ts';
import { endPayments } from './subscription.ts';

const CANCEL_FAILED = 'Your subscription could not be cancelled, so nothing was deleted. Try again, or write to us.';

/**
 * Removes the account's files from every bucket. The rows that name them are deleted later, so a failed run can be
 * repeated.
 */
async function removeFiles(account: string) {
  const database = serviceDatabase();
  for (let round = 0; round < 1000; round += 1) {
    const { data, error } = await database.rpc('files_of', { p_owner: account });
    if (error) throw error;
    if (data.length === 0) return;
    for (const bucket of new Set(data.map((file) => file.bucket))) {
      const paths = data.filter((file) => file.bucket === bucket).map(({ path }) => path);
      for (let start = 0; start < paths.length; start += 100) {
        const removal = await database.storage.from(bucket).remove(paths.slice(start, start + 100));
        if (removal.error) throw removal.error;
      }
    }
  }
  throw new Error('the files do not come to an end');
}

/** Null when everything is deleted; otherwise the reason why not, in a sentence. */
export async function removeAccount(account: string): Promise<string | null> {
  const customer = await customerOf(account);
  if (!(await endPayments(customer))) return CANCEL_FAILED;
  await removeFiles(account);
  // Deleting the sign-in deletes the profile, and with it every row of the account.
  const { error } = await serviceDatabase().auth.admin.deleteUser(account);
  if (error) throw error;
  // Again, for files that employees uploaded meanwhile and a checkout page that another tab opened.
  await removeFiles(account);
  await endPayments(customer);
  return null;
}
