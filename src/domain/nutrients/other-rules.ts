// The N and P form with the rules of another country.
import { Carrier, type Carried } from '@/domain/rules/other-rules';
import type { Rules } from '@/domain/rules/rules';
import { carryFarm } from '@/domain/stocking/other-rules';
import type { NutrientForm } from './nutrients-form';

export function carryNutrients(form: NutrientForm, before: Rules, after: Rules): Carried<NutrientForm> {
  const carrier = new Carrier(before, after);
  const products = new Set(form.products.map(({ id }) => id));
  const cropLabel = (id: string) => before.crops.find((crop) => crop.id === id)?.label ?? id;
  return {
    form: {
      ...form,
      ...carryFarm(carrier, form),
      zone: carrier.word(({ zones }) => zones, form.zone, `Zone ${form.zone}`),
      fields: form.fields.map((field) => ({
        ...field,
        crop: carrier.word(
          ({ crops }) => crops.map(({ id }) => id),
          field.crop,
          `Crop of ${field.name}: ${cropLabel(field.crop)}`,
        ),
      })),
      applications: form.applications.map((application) =>
        products.has(application.material)
          ? application
          : {
              ...application,
              material: carrier.manure(application.material),
              p: carrier.phosphorus(application.p),
            },
      ),
    },
    lost: carrier.lost,
  };
}
