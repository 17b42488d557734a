// The end of an account: everything of it goes, at once and for good.
import { mutationOptions } from '@tanstack/react-query';
import { callFunction } from '@/lib/functions';

/** `confirm` is what the person typed to say which account they mean; the password is asked for again. */
export const deleteAccount = mutationOptions({
  mutationKey: ['account', 'delete'],
  mutationFn: (sure: { confirm: string; password: string }) => callFunction('delete-account', sure),
  // Without signal it fails at once, and is not done an hour later.
  networkMode: 'always',
  // What failed stands in the dialog.
  meta: { saved: { title: 'Your account is deleted.' } },
});
