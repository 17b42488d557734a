// The contact page without lazy parts. Its prerendered document is hydrated with it at once, so that text typed before
// hydration is not lost.
import { ContactPage } from '@/features/contact/contact-page';
import { PublicPages } from './public-pages';

export function EagerContact({ signedIn }: { signedIn: boolean }) {
  return <PublicPages signedIn={signedIn} Contact={ContactPage} />;
}
