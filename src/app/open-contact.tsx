// The contact page with all it needs at once: its own document is taken over as it stands, with what was typed into it.
import { ContactPage } from '@/features/contact/contact-page';
import { PublicPages } from './public-pages';

export function OpenContact({ signedIn }: { signedIn: boolean }) {
  return <PublicPages signedIn={signedIn} Contact={ContactPage} />;
}
