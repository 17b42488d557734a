import { useWatch } from 'react-hook-form';
import { formatMoney, formatQuantity, fractionOf, fromNumeric, percentOf, type Currency } from '@/domain/core/money';
import { litreWords, surchargeOf, type FuelRule } from '@/domain/prices/surcharge';
import { CheckField } from '@/ui/forms/check-field';
import { NumberField } from '@/ui/forms/number-field';
import { surchargeRuleOf } from './settings-schema';
import { Section, fieldProps, type SettingsForm } from './settings-sections';

const FIGURE_FIELDS = ['fuel_base_price', 'fuel_current_price', 'fuel_share'] as const;
const THOUSAND = fromNumeric(1000);

/** The fuel surcharge: added to invoices when diesel costs more than when the rates were set. */
export function SurchargeSection({ form }: { form: SettingsForm }) {
  const [on, currency, base, current, share] = useWatch({
    control: form.control,
    name: ['surcharge_on', 'currency', ...FIGURE_FIELDS],
  });
  const { errors } = form.formState;
  const pence = currency === 'EUR' ? 'c a litre' : 'p a litre';
  const rule = surchargeRuleOf({ fuel_base_price: base, fuel_current_price: current, fuel_share: share });
  return (
    <Section name="surcharge">
      <CheckField
        label="Charge for dearer diesel"
        hint="New invoices start with it as an additional item. You can change it or take it off each of them."
        {...fieldProps(form, 'surcharge_on')}
      />
      {(on || FIGURE_FIELDS.some((name) => errors[name])) && (
        <>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <NumberField
              label="Base price"
              after={pence}
              hint="Diesel when you set your rates."
              {...fieldProps(form, 'fuel_base_price')}
            />
            <NumberField label="Diesel now" after={pence} {...fieldProps(form, 'fuel_current_price')} />
            <NumberField
              label="Share of fuel"
              after="%"
              hint="Of the work, as you agreed it."
              {...fieldProps(form, 'fuel_share')}
            />
          </div>
          {rule && <p className="hint">{exampleWords(rule, currency)}</p>}
        </>
      )}
    </Section>
  );
}

/** A worked example of the rule with round figures. */
function exampleWords(rule: FuelRule, currency: Currency): string {
  const { basePrice, currentPrice, share } = rule;
  const now = litreWords(currentPrice, currency);
  const base = litreWords(basePrice, currency);
  const amount = surchargeOf(THOUSAND, rule);
  if (currentPrice <= basePrice) return `Diesel at ${now} is not above the base of ${base}: no surcharge.`;
  const dearer = fractionOf(fromNumeric(100), BigInt(currentPrice - basePrice), BigInt(basePrice));
  const work = formatMoney(THOUSAND, currency);
  if (amount === null) return `On ${work} of work that comes to less than a penny: no surcharge.`;
  return `An example: of ${work} of work ${formatQuantity(share)} % is fuel, ${formatMoney(percentOf(THOUSAND, share), currency)}. Diesel at ${now} is ${formatQuantity(dearer)} % dearer than ${base}. That makes a surcharge of ${formatMoney(amount, currency)}.`;
}
