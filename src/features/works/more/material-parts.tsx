import { Plus } from 'lucide-react';
import type { WorkEntry } from '@/features/works/log/use-work-form';
import { CURRENCY_SIGN } from '@/features/works/price-fields';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import type { MaterialText } from './job-more';
import { changedAt, PartCard } from './part-card';

const EMPTY_MATERIAL: MaterialText = { product: '', quantity: '', unit: '', batch: '', price: '', cost: '' };

/** What was used: with a price it becomes a line of the job, without one it is a cost only. */
export function MaterialParts({ entry }: { entry: WorkEntry }) {
  const { more, setMore, account } = entry;
  const { currency, seesRates } = account.settings;
  const setMaterials = (materials: readonly MaterialText[]) => setMore({ ...more, materials });
  return (
    <>
      {seesRates && <p className="hint">With a price it becomes a line of its own, without one it is not charged.</p>}
      {more.materials.map((material, at) => {
        const change = (part: Partial<MaterialText> | null) => setMaterials(changedAt(more.materials, at, part));
        return (
          <PartCard key={at} title={material.product || `Material ${at + 1}`} onRemove={() => change(null)}>
            <TextField
              label="Material"
              maxLength={80}
              value={material.product}
              onChange={({ target }) => change({ product: target.value })}
            />
            <div className="grid grid-cols-2 gap-3">
              <NumberField
                label="Quantity"
                value={material.quantity}
                onChange={({ target }) => change({ quantity: target.value })}
              />
              <TextField
                label="Unit"
                optional
                maxLength={30}
                hint="Rolls, litres; empty: each."
                value={material.unit}
                onChange={({ target }) => change({ unit: target.value })}
              />
              {seesRates && (
                <NumberField
                  label="Price of one"
                  optional
                  before={CURRENCY_SIGN[currency]}
                  value={material.price}
                  onChange={({ target }) => change({ price: target.value })}
                />
              )}
              {account.role === 'admin' && (
                <NumberField
                  label="Cost of one"
                  optional
                  before={CURRENCY_SIGN[currency]}
                  value={material.cost}
                  onChange={({ target }) => change({ cost: target.value })}
                />
              )}
              <TextField
                label="Batch"
                optional
                maxLength={40}
                value={material.batch}
                onChange={({ target }) => change({ batch: target.value })}
              />
            </div>
          </PartCard>
        );
      })}
      <Button size="l" onClick={() => setMaterials([...more.materials, EMPTY_MATERIAL])}>
        <Plus aria-hidden="true" />
        Add a material
      </Button>
    </>
  );
}
