// Who struck a record out, and when, in words.
import { dateIn, formatDate, type Zone } from '@/domain/core/time';
import type { Struck } from '@/records/struck';

/** "Ann Holder struck this out on 12 Nov." Until it is sent, the database has set neither name nor day. */
export function struckWords({ struckAt, struckByName }: Struck, zone: Zone, today: string): string {
  const day = struckAt ? ` on ${formatDate(dateIn(zone, struckAt), today)}` : '';
  return `Entered by mistake. ${struckByName ?? 'You'} struck this out${day}.`;
}
