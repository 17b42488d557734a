import type { Work } from '@/data/works';
import type { Decimal } from '@/domain/money';
import { workValue } from '@/domain/work';
import { minutesOf } from './work-words';

type Amounts = { chargeableUnit: string; rate: Decimal | null; quantity: Decimal | null };

/** What an edited entry comes to, as the database works it out: without a quantity nothing, even with times. */
export const editedValue = ({ chargeableUnit, rate, quantity }: Amounts, work: Work, incrementMinutes: number) =>
  quantity === null
    ? null
    : workValue({
        unit: chargeableUnit,
        rate,
        quantity,
        minutes: minutesOf(work),
        quantityTouched: true,
        incrementMinutes,
      });
