// The end of an account: everything of it goes, at once and for good.
import { mutationOptions } from '@tanstack/react-query';
import { ALL_PATIENCE_MS, callFunction } from '@/lib/functions';

/** `confirm` is what the person typed to say which account they mean; the password is asked for again. */
export const deleteAccount = mutationOptions({
  mutationKey: ['account', 'delete'],
  // Years of photos take their time, and go only once: an end of waiting is no end of deleting.
  mutationFn: (sure: { confirm: string; password: string }) => callFunction('delete-account', sure, ALL_PATIENCE_MS),
  // Without signal it fails at once, and is not done an hour later.
  networkMode: 'always',
  // What failed stands in the dialog.
  meta: { saved: { title: 'Your account is deleted.' } },
});
