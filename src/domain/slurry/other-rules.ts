// The slurry form with the rules of another country.
import { Carrier, type Carried } from '@/domain/rules/other-rules';
import type { Rules } from '@/domain/rules/rules';
import { emptySlurry, type SlurryForm } from './slurry-form';

const countiesOf = ({ counties }: Rules): readonly string[] => counties.map(([county]) => county);

export function carrySlurry(form: SlurryForm, before: Rules, after: Rules): Carried<SlurryForm> {
  const carrier = new Carrier(before, after);
  const preset = (name: 'uplift' | 'wash' | 'buffer') =>
    carrier.preset(form[name], (rules) => emptySlurry(rules, form.year)[name]);
  const county = (name: 'county' | 'otherCounty') => carrier.word(countiesOf, form[name], `County: ${form[name]}`);
  return {
    form: {
      ...form,
      ...{ county: county('county'), otherCounty: county('otherCounty') },
      ...{ uplift: preset('uplift'), wash: preset('wash'), buffer: preset('buffer') },
      lines: form.lines.map((line) => ({ ...line, stock: carrier.stock(line.stock) })),
      own: carrier.own(form.own),
    },
    lost: carrier.lost,
  };
}
