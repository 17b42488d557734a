// Form schema of the step "Your business": input is text, output is the business to save.
import type { InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import type { Business } from '@/data/account/setup';
import { checkPrintedVatNumber, VAT_NUMBER_ERROR } from '@/domain/core/identifiers';
import type { AccountSettings } from '@/domain/account/account';
import { limitedText } from '@/widgets/text-schema';

/** As printed on invoices; null if it is empty or not a VAT number. */
function vatNumberOf(text: string): string | null {
  const checked = checkPrintedVatNumber(text);
  return checked.ok && checked.value.length <= 20 ? checked.value : null;
}

const fields = v.object({
  name: v.pipe(limitedText({ max: 120 }), v.nonEmpty('Enter the name of your business, or your own.')),
  region: v.picklist(['england', 'wales', 'scotland', 'northern_ireland', 'ireland']),
  areaUnit: v.picklist(['acre', 'hectare']),
  vat: v.pipe(v.picklist(['', 'yes', 'no']), v.notValue('', 'Choose yes or no.')),
  vatNumber: v.string(),
});

export const businessSchema = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['vat'], ['vatNumber']],
      ({ vat, vatNumber }) => vat !== 'yes' || vatNumber.trim() === '' || vatNumberOf(vatNumber) !== null,
      VAT_NUMBER_ERROR,
    ),
    ['vatNumber'],
  ),
  // A number counts only for a registered business: it may have been typed before "No" was chosen.
  v.transform(({ vat, vatNumber, ...business }): Business => ({
    ...business,
    vatRegistered: vat === 'yes',
    vatNumber: vat === 'yes' ? vatNumberOf(vatNumber) : null,
  })),
);

export type BusinessInput = InferInput<typeof businessSchema>;
export type BusinessOutput = InferOutput<typeof businessSchema>;

/** The initial values. The country follows from the device's time zone, if that identifies one. */
export const newBusiness = ({ farmName, region }: AccountSettings, deviceZone: string): BusinessInput => ({
  name: farmName ?? '',
  region: deviceZone === 'Europe/Dublin' ? 'ireland' : deviceZone === 'Europe/Belfast' ? 'northern_ireland' : region,
  areaUnit: 'acre',
  vat: '',
  vatNumber: '',
});
