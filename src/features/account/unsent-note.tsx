import { useWaiting } from '@/offline/outbox/outbox';
import { Banner } from '@/ui/feedback/banner';
import { entriesWords } from '@/widgets/unsent/send-words';

/** Entries in the outbox stay on the device until the account holder restores access. */
export function UnsentNote() {
  const { entries } = useWaiting();
  const { length } = entries;
  if (length === 0) return null;
  return (
    <Banner tone="note">
      {entriesWords(length)} {length === 1 ? 'is' : 'are'} not sent yet. {length === 1 ? 'It stays' : 'They stay'} on
      this phone and {length === 1 ? 'is' : 'are'} sent once your access is back.
    </Banner>
  );
}
