import { useQuery } from '@tanstack/react-query';
import { registerSummaryQuery, type RegisterSummary } from '@/data/invoices/register-sums';
import { formatMoney, ZERO, type Currency, type Decimal } from '@/domain/core/money';
import { AGES, type Age } from '@/domain/invoices/register';
import { countWithNoun, ownCurrencyFirst } from './register-sums';
import type { Register } from './use-register';

const AGE_WORDS: Record<Age, string> = {
  'not-due': 'Not due yet',
  '1-30': '1–30 days late',
  '31-60': '31–60 days late',
  '61-90': '61–90 days late',
  'over-90': 'Over 90 days late',
};

const emptySummary = (currency: Currency): RegisterSummary => ({
  currency,
  outstanding: ZERO,
  outstandingInvoices: 0,
  overdue: ZERO,
  overdueInvoices: 0,
  paidThisMonth: ZERO,
  paidDocuments: 0,
  toRefund: ZERO,
  refunds: 0,
  ages: { 'not-due': ZERO, '1-30': ZERO, '31-60': ZERO, '61-90': ZERO, 'over-90': ZERO },
});

/**
 * The amounts outstanding (in all and by age), overdue, paid this month and to refund. Pressing a figure limits the
 * list to its documents.
 */
export function RegisterSummaryCard({ register: { account, today, view, set } }: { register: Register }) {
  const ownCurrency = account.settings.currency;
  const loaded = useQuery(registerSummaryQuery(account.ownerId, today)).data;
  const sums = loaded && ownCurrencyFirst(loaded.length === 0 ? [emptySummary(ownCurrency)] : loaded, ownCurrency);
  const count = (figureOf: (sum: RegisterSummary) => number) => sums?.reduce((all, sum) => all + figureOf(sum), 0) ?? 0;
  const money = (figureOf: (sum: RegisterSummary) => Decimal) =>
    sums
      ?.filter((sum) => sums.length === 1 || figureOf(sum) !== 0 || sum.currency === ownCurrency)
      .map((sum) => ({
        currency: sum.currency,
        text: formatMoney(figureOf(sum), sum.currency),
      }));
  const [only] = sums ?? [];
  const percentOf = (age: Age) =>
    only && sums?.length === 1 && only.outstanding > 0 ? Math.round((100 * only.ages[age]) / only.outstanding) : 0;
  const filterToggle = (value: string) => ({
    pressed: view.part === value,
    onPress: () => set({ show: view.part === value ? null : value, state: null }),
  });
  const showsRefunds = view.filter.state === 'refund';
  return (
    <section className="owed card" aria-label="What is owed" aria-busy={!sums}>
      <div className="owed-figures">
        <Figure
          label="Outstanding"
          money={money((sum) => sum.outstanding)}
          detail={countWithNoun(
            count((sum) => sum.outstandingInvoices),
            'invoice',
          )}
          isMain
          {...filterToggle('outstanding')}
        />
        <Figure
          label="Overdue"
          money={money((sum) => sum.overdue)}
          detail={countWithNoun(
            count((sum) => sum.overdueInvoices),
            'invoice',
          )}
          isOverdue={count((sum) => sum.overdueInvoices) > 0}
          {...filterToggle('overdue')}
        />
        <Figure
          label="Paid this month"
          money={money((sum) => sum.paidThisMonth)}
          detail={countWithNoun(
            count((sum) => sum.paidDocuments),
            'payment',
          )}
          {...filterToggle('paid-this-month')}
        />
        {(showsRefunds || count((sum) => sum.refunds) > 0) && (
          <Figure
            label="To refund"
            money={money((sum) => sum.toRefund)}
            detail={countWithNoun(
              count((sum) => sum.refunds),
              'credit note',
            )}
            pressed={showsRefunds}
            onPress={() => set({ state: showsRefunds ? null : 'refund', show: null })}
          />
        )}
      </div>
      <fieldset className="ages">
        <legend className="sr-only">Outstanding by days past the due date</legend>
        {AGES.map((age) => {
          const { pressed, onPress } = filterToggle(age);
          return (
            <button key={age} type="button" className={`age age-${age}`} aria-pressed={pressed} onClick={onPress}>
              <span className="age-name">{AGE_WORDS[age]}</span>
              <Money money={money((sum) => sum.ages[age])} />
              <svg className="age-bar" height="6" aria-hidden="true">
                <rect className="age-bar-all" width="100%" height="6" rx="3" />
                <rect className="age-bar-part" width={`${percentOf(age)}%`} height="6" rx="3" />
              </svg>
            </button>
          );
        })}
      </fieldset>
    </section>
  );
}

/** The length of "£100,000.00"; longer amounts need a smaller font on a phone. */
const LONG_AMOUNT_LENGTH = 11;

type Amounts = { currency: Currency; text: string }[] | undefined;

/** One line per currency, with a placeholder line while loading so that the layout does not shift. */
function Money({ money }: { money: Amounts }) {
  return (
    <b className="figure">
      {money?.map(({ currency, text }) => (
        <span key={currency} className={text.length > LONG_AMOUNT_LENGTH ? 'owed-long' : undefined}>
          {text}
        </span>
      )) ?? <span>&nbsp;</span>}
    </b>
  );
}

function Figure({
  label,
  money,
  detail,
  isMain = false,
  isOverdue = false,
  pressed,
  onPress,
}: {
  label: string;
  money: Amounts;
  detail: string;
  isMain?: boolean;
  isOverdue?: boolean;
  pressed: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={`owed-figure ${isMain ? 'owed-grand' : ''} ${isOverdue ? 'owed-late' : ''}`}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <span className="owed-name">{label}</span>
      <Money money={money} />
      <span className="owed-detail">{money ? detail : <>&nbsp;</>}</span>
    </button>
  );
}
