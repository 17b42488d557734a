import { toInputText } from '@/domain/core/money';
import { useLists } from '@/features/works/log/use-lists';
import { rateFor } from '@/features/works/log/job-start';
import { priceWords } from '@/domain/prices/price';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import type { EditText } from './edit-schema';

/** For an entry without a rate: the rate of the price list on its day, to press. Nothing if there is none. */
export function OfferedRate({ text, onUse }: { text: EditText; onUse: (rate: string) => void }) {
  const { currency } = useAccount().settings;
  const { lists } = useLists();
  const { customer, taskName, chargeableUnit: unit, workDate: date } = text;
  const offered = rateFor(lists, { customer, taskName, unit, date }, useToday());
  if (!offered) return null;
  return (
    <div className="mt-2 grid justify-items-start">
      <Button onClick={() => onUse(toInputText(offered.rate))}>Use {priceWords(offered.rate, unit, currency)}</Button>
      <span className="hint">{offered.words}.</span>
    </div>
  );
}
