// The contact page without lazy parts: its prerendered document is hydrated at once and keeps what was typed into it.
import { ContactPage } from '@/features/contact/contact-page';
import { PublicPages } from './public-pages';

export function OpenContact({ signedIn }: { signedIn: boolean }) {
  return <PublicPages signedIn={signedIn} Contact={ContactPage} />;
}
