import { Check } from 'lucide-react';
import { SEATS, seatWords } from '@/domain/account/seats';

const SEAT_INDEXES = Array.from({ length: SEATS }, (_, at) => at);

/** The account's taken and free seats, as symbols and as text. */
export function Seats({ used }: { used: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="flex flex-wrap gap-1" aria-hidden="true">
        {SEAT_INDEXES.map((at) => (
          <span
            key={at}
            data-on={at < used ? '' : undefined}
            className="grid h-10 w-8 place-items-center rounded-1 border-2 border-dashed border-line-strong data-on:border-solid data-on:border-accent data-on:bg-accent-soft data-on:text-on-accent-soft"
          >
            {at < used && <Check />}
          </span>
        ))}
      </span>
      <p>
        <strong className="text-4">{seatWords(used)}</strong>
        <span className="block text-2 text-muted">Six people besides you, at no extra cost.</span>
      </p>
    </div>
  );
}
