import { readProduct, type ProductForm } from '@/domain/nutrients/nutrients-form';
import { TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { FormDialog } from '@/ui/popups/form-dialog';
import { useLine } from './use-line';

const SHARES = [
  ['n', 'N'],
  ['p', 'P or P₂O₅'],
  ['k', 'K or K₂O'],
] as const;
const STOCK = [
  ['opening', 'In the shed on 1 January'],
  ['bought', 'Bought'],
  ['closing', 'In the shed on 31 December'],
] as const;

/** A bagged fertiliser: what is on the bag, and how much there was. */
export function ProductDialog({
  product,
  onSave,
  onClose,
}: {
  product: ProductForm;
  onSave: (product: ProductForm) => void;
  onClose: () => void;
}) {
  const { text, set, error, keep } = useLine(product, readProduct);
  const formProblem = error('form');
  return (
    <FormDialog
      title={product.name === '' ? 'Add a fertiliser' : `Change ${product.name}`}
      verb="Keep fertiliser"
      busy={false}
      onClose={onClose}
      onSubmit={keep(onSave)}
    >
      <TextField
        label="Name"
        hint="As on the bag: 18-6-12."
        maxLength={80}
        value={text.name}
        error={error('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <div className="grid grid-cols-3 gap-3">
        {SHARES.map(([name, label]) => (
          <NumberField
            key={name}
            label={label}
            after="%"
            value={text[name]}
            error={error(name)}
            onChange={({ target }) => set({ [name]: target.value })}
          />
        ))}
      </div>
      <Segmented<'P' | 'P2O5'>
        label="Phosphorus on the bag is"
        showLabel
        value={text.pForm || null}
        error={formProblem?.includes('P or') ? formProblem : undefined}
        options={[
          { value: 'P', label: 'P' },
          { value: 'P2O5', label: 'P₂O₅' },
        ]}
        onChange={(pForm) => set({ pForm })}
      />
      <Segmented<'K' | 'K2O'>
        label="Potash on the bag is"
        showLabel
        value={text.kForm || null}
        error={formProblem?.includes('K or') ? formProblem : undefined}
        options={[
          { value: 'K', label: 'K' },
          { value: 'K2O', label: 'K₂O' },
        ]}
        onChange={(kForm) => set({ kForm })}
      />
      {STOCK.map(([name, label]) => (
        <NumberField
          key={name}
          label={label}
          optional
          after="kg"
          value={text[name]}
          error={error(name)}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      ))}
    </FormDialog>
  );
}
