// Tells a signed-out visitor that their address has no page. Loaded on demand: it needs the table of all routes.
import { toast } from '@/lib/toast';
import { isKnownPath } from './allowed-path';

/** A page of the app itself needs no words: the sign-in form is what its visitor needs. */
export function reportUnknownAddress(path: string): void {
  if (isKnownPath(path)) return;
  toast({ tone: 'error', title: 'There is no page at that address.', description: 'This is the start page.' });
}
