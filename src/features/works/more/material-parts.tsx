import { Plus } from 'lucide-react';
import { currencySign } from '@/domain/core/money';
import { MATERIAL_KINDS, type MaterialText } from '@/domain/works/job-more';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { PartCard, withElementAt, type EditedJob } from './part-card';

const EMPTY_MATERIAL: MaterialText = {
  product: '',
  quantity: '',
  unit: '',
  batch: '',
  price: '',
  cost: '',
  kind: '',
  mappNumber: '',
  interval: '',
};

const KIND_WORDS = { '': 'Other', spray: 'Spray', fertiliser: 'Fertiliser' } as const;

/**
 * What was used: with a price it becomes a line of the job, without one it is a cost only. `isStored`: the job was logged
 * already, so its lines and the records of its fields are changed elsewhere.
 */
export function MaterialParts({ job, isStored = false }: { job: EditedJob; isStored?: boolean }) {
  const { more, setMore, account } = job;
  const { currency, seesRates } = account.settings;
  const setMaterials = (materials: readonly MaterialText[]) => setMore({ ...more, materials });
  return (
    <>
      {isStored ? (
        <p className="hint">
          What was used and not charged. A material with a price is a line of the job; a spray or fertiliser is also in
          the record of its field.
        </p>
      ) : (
        seesRates && <p className="hint">With a price it becomes a line of its own, without one it is not charged.</p>
      )}
      {more.materials.map((material, at) => {
        const change = (patch: Partial<MaterialText> | null) => setMaterials(withElementAt(more.materials, at, patch));
        return (
          <PartCard key={at} title={material.product || `Material ${at + 1}`} onRemove={() => change(null)}>
            <TextField
              label="Material"
              maxLength={80}
              value={material.product}
              onChange={({ target }) => change({ product: target.value })}
            />
            {!isStored && (
              <Segmented
                label="Kind of material"
                options={MATERIAL_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
                value={material.kind}
                onChange={(kind) => change({ kind })}
                big
              />
            )}
            {material.kind !== '' && (
              <p className="hint">
                {more.fields.length === 0
                  ? 'Choose the fields of this job too: it is then recorded on each of them.'
                  : 'It is recorded on each field of this job, shared by area.'}
              </p>
            )}
            <div className="grid grid-cols-2 gap-3">
              <NumberField
                label="Quantity"
                value={material.quantity}
                onChange={({ target }) => change({ quantity: target.value })}
              />
              <TextField
                label="Unit"
                optional={material.kind === ''}
                maxLength={30}
                hint={material.kind === '' ? 'Rolls, litres; empty: each.' : 'L, ml, kg, g or t.'}
                value={material.unit}
                onChange={({ target }) => change({ unit: target.value })}
              />
              {seesRates && !isStored && (
                <NumberField
                  label="Price of one"
                  optional
                  before={currencySign(currency)}
                  value={material.price}
                  onChange={({ target }) => change({ price: target.value })}
                />
              )}
              {account.role === 'admin' && (
                <NumberField
                  label="Cost of one"
                  optional
                  before={currencySign(currency)}
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
              {material.kind === 'spray' && (
                <>
                  <TextField
                    label="MAPP/PCS number"
                    optional
                    maxLength={20}
                    value={material.mappNumber}
                    onChange={({ target }) => change({ mappNumber: target.value })}
                  />
                  <NumberField
                    label="Harvest interval"
                    optional
                    after="days"
                    value={material.interval}
                    onChange={({ target }) => change({ interval: target.value })}
                  />
                </>
              )}
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
