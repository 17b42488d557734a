// Tells a signed-out visitor that their address has no page. Loaded on demand: it needs the table of all routes.
import { toast } from '@/lib/toast';
import { isKnownPath } from './allowed-path';

/** Shows no message for a page of the app: that page exists, but the visitor has to sign in. */
export function reportUnknownAddress(path: string): void {
  if (isKnownPath(path)) return;
  toast({ tone: 'error', title: 'There is no page at that address.', description: 'This is the start page.' });
}
