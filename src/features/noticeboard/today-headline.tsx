import { formatDateLong } from '@/domain/core/time';

/** Today's date as a headline, with one line of text. */
export function TodayHeadline({ today, words }: { today: string; words: string }) {
  return (
    <div>
      <p className="serif text-5 nav:text-4">{formatDateLong(today)}</p>
      <p className="min-h-6 text-2 text-muted">{words}</p>
    </div>
  );
}
