import { dateIn, formatDate } from '@/domain/core/time';
import type { Struck } from '@/records/struck';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';

/** "Ann Holder struck this out on 12 Nov." `onBringBack`: for whoever may change the record. */
export function StruckBanner({
  record: { struckAt, struckByName },
  busy,
  onBringBack,
}: {
  record: Struck;
  busy: boolean;
  onBringBack: (() => void) | null;
}) {
  const { settings } = useAccount();
  const today = useToday();
  // Until it is sent, the database has set neither.
  const day = struckAt ? ` on ${formatDate(dateIn(settings.zone, struckAt), today)}` : '';
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
      Entered by mistake. {struckByName ?? 'You'} struck this out{day}. It stays here, and counts in no sum or form.
    </Banner>
  );
}
