// Deletes an account: everything in it, at once and permanently.
import { mutationOptions } from '@tanstack/react-query';
import { MAX_RUN_MS, callFunction } from '@/lib/functions';

/** `confirm`: what the user typed to say which account they mean; the password is verified as well. */
export const deleteAccount = mutationOptions({
  mutationKey: ['account', 'delete'],
  // Deleting years of photos takes time and cannot be repeated: a timeout here does not stop the deletion.
  mutationFn: (confirmation: { confirm: string; password: string }) =>
    callFunction('delete-account', confirmation, MAX_RUN_MS),
  // Offline it fails at once, instead of running an hour later.
  networkMode: 'always',
  // The dialog shows the error.
  meta: { saved: { title: 'Your account is deleted.' } },
});
