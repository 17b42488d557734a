import type { Struck } from '@/records/struck';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { struckWords } from './struck-words';

/** Says who struck a record out, and when. `onBringBack`: null for a person who may not change the record. */
export function StruckBanner({
  record,
  busy,
  onBringBack,
}: {
  record: Struck;
  busy: boolean;
  onBringBack: (() => void) | null;
}) {
  const { settings } = useAccount();
  const today = useToday();
  return (
    <Banner
      tone="note"
      action={
        onBringBack && (
          <Button busy={busy} onClick={onBringBack}>
            Bring it back
          </Button>
        )
      }
    >
      {struckWords(record, settings.zone, today)} It stays here, and counts in no sum or form.
    </Banner>
  );
}
