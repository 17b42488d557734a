import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteStore, saveStore } from '@/data/calculations/slurry';
import { decimal, decimalIn, NOT_A_NUMBER } from '@/domain/core/money';
import { numberText } from '@/domain/core/typed';
import { Lookup, type OwnFigures } from '@/domain/rules/figures';
import type { Rules } from '@/domain/rules/rules';
import { BANKS, diameterOf, SHAPE_NAMES, SHAPES, storeProblem, type Shape } from '@/domain/slurry/store';
import type { SlurryStore, SlurryStoreFields } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { DeleteInForm } from '@/ui/popups/delete-in-form';
import { FormDialog } from '@/ui/popups/form-dialog';
import { asStore } from './use-stores';

const MEASURES = ['lengthM', 'widthM', 'depthM', 'diameterM', 'freeboardM', 'deductionM3', 'volumeM3'] as const;
type Measure = (typeof MEASURES)[number];
type Manure = NonNullable<SlurryStore['manure']>;
type StoreText = Record<Measure | 'circumference' | 'name' | 'bankRun', string> & {
  shape: Shape;
  covered: boolean;
  manure: Manure;
};

const MEASURES_OF: Readonly<Record<Shape, readonly Measure[]>> = {
  rect: ['lengthM', 'widthM', 'depthM', 'freeboardM', 'deductionM3'],
  circular: ['diameterM', 'depthM', 'freeboardM', 'deductionM3'],
  lagoon: ['lengthM', 'widthM', 'depthM', 'freeboardM'],
  bag: ['volumeM3'],
  solid: ['lengthM', 'widthM', 'depthM'],
};
const LABELS: Readonly<Record<Measure, string>> = {
  lengthM: 'Length at the top, inside',
  widthM: 'Width at the top, inside',
  depthM: 'Depth',
  diameterM: 'Diameter, inside',
  freeboardM: 'Kept clear at the top',
  deductionM3: 'Pillars and walls inside',
  volumeM3: 'What it holds',
};
const NAME_MAX = 60;
const canHaveRoof = (shape: Shape) => shape === 'rect' || shape === 'circular';

const textOf = (store: SlurryStore | null): StoreText => ({
  name: store?.name ?? '',
  shape: store?.shape ?? 'rect',
  covered: store?.covered ?? false,
  bankRun: numberText(store?.bankRun || null),
  manure: store?.manure ?? 'livestock',
  circumference: '',
  // The cast is safe: the entries are those of MEASURES.
  ...(Object.fromEntries(MEASURES.map((measure) => [measure, numberText(store?.[measure] || null)])) as Record<
    Measure,
    string
  >),
});

/** The store as it is typed, with the measurements of its shape only. */
function fieldsOf(text: StoreText): SlurryStoreFields {
  const { shape } = text;
  const measured = (measure: Measure) => (MEASURES_OF[shape].includes(measure) ? decimalIn(text[measure]) : null);
  const circumference = decimalIn(text.circumference);
  return {
    ...{ name: text.name.trim(), shape, covered: canHaveRoof(shape) && text.covered, active: true },
    lengthM: measured('lengthM'),
    widthM: measured('widthM'),
    depthM: measured('depthM'),
    diameterM:
      shape === 'circular' && text.diameterM === '' && circumference !== null
        ? decimal(Math.round(diameterOf(circumference)))
        : measured('diameterM'),
    bankRun: shape === 'lagoon' ? decimalIn(text.bankRun) : null,
    freeboardM: measured('freeboardM'),
    deductionM3: measured('deductionM3'),
    volumeM3: measured('volumeM3'),
    manure: shape === 'solid' ? text.manure : null,
  };
}

/** Adds or changes a slurry store; only the measurements of its shape are asked for. */
export function StoreDialog({
  store,
  hasLevels,
  rules,
  own,
  onClose,
}: {
  store: SlurryStore | null;
  /** Whether levels were read at it. They are kept, so it is taken out of use instead of being deleted. */
  hasLevels: boolean;
  rules: Rules;
  own: OwnFigures;
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const save = useMutation(saveStore);
  const [id] = useState(() => store?.id ?? crypto.randomUUID());
  const [text, setText] = useState(() => textOf(store));
  const set = (change: Partial<StoreText>) => setText({ ...text, ...change });
  const [pressed, setPressed] = useState(false);
  const { shape } = text;
  const asked = MEASURES_OF[shape];
  const fields = fieldsOf(text);
  const isWrong = (measure: Measure) =>
    asked.includes(measure) && text[measure] !== '' && decimalIn(text[measure]) === null;
  const problem = storeProblem(new Lookup(rules, own), asStore({ ...fields, id }));
  const isComplete = fields.name !== '' && problem === null && !MEASURES.some(isWrong);
  return (
    <FormDialog
      title={store ? 'Change store' : 'Add a store'}
      verb="Save store"
      busy={save.isPending}
      clash={
        pressed && !isComplete ? (fields.name === '' ? 'Give the store a name.' : (problem ?? NOT_A_NUMBER)) : null
      }
      onClose={onClose}
      onSubmit={() => {
        setPressed(true);
        if (isComplete) save.mutate({ id, ownerId, isNew: store === null, fields }, { onSuccess: onClose });
      }}
    >
      <TextField
        label="Name"
        maxLength={NAME_MAX}
        value={text.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label="Shape"
        value={shape}
        onChange={({ target }) => set({ shape: SHAPES.find((one) => one === target.value) ?? 'rect' })}
      >
        {SHAPES.map((one) => (
          <option key={one} value={one}>
            {SHAPE_NAMES[one]}
          </option>
        ))}
      </SelectField>
      {asked.map((measure) => (
        <NumberField
          key={measure}
          label={LABELS[measure]}
          optional={measure === 'freeboardM' || measure === 'deductionM3'}
          after={measure.endsWith('M3') ? 'm³' : 'm'}
          hint={measure === 'freeboardM' ? 'Empty: the figure of the rules.' : undefined}
          value={text[measure]}
          error={isWrong(measure) ? NOT_A_NUMBER : undefined}
          onChange={({ target }) => set({ [measure]: target.value })}
        />
      ))}
      <ShapeFields text={text} set={set} />
      {store && !store.active && <p className="hint">It is not in use. Saving puts it back to use.</p>}
      {store?.active && (
        <Button
          variant="quiet"
          onClick={() =>
            save.mutate({ id, ownerId, isNew: false, fields: { ...store, active: false } }, { onSuccess: onClose })
          }
        >
          Take out of use
        </Button>
      )}
      {store && !hasLevels && <DeleteStore store={store} onDeleted={onClose} />}
    </FormDialog>
  );
}

/** What only some shapes have. */
function ShapeFields({ text, set }: { text: StoreText; set: (change: Partial<StoreText>) => void }) {
  const { shape } = text;
  return (
    <>
      {shape === 'circular' && (
        <NumberField
          label="Or its circumference"
          optional
          after="m"
          hint="If the diameter can't be measured."
          value={text.circumference}
          onChange={({ target }) => set({ circumference: target.value })}
        />
      )}
      {shape === 'lagoon' && (
        <SelectField
          label="Slope of the banks"
          hint="Metres down to metres out."
          value={text.bankRun}
          onChange={({ target }) => set({ bankRun: target.value })}
        >
          <option value="">Choose</option>
          {BANKS.map((run) => (
            <option key={run} value={run}>
              1 : {run}
            </option>
          ))}
        </SelectField>
      )}
      {shape === 'solid' && (
        <SelectField
          label="Manure"
          value={text.manure}
          onChange={({ target }) =>
            set({ manure: target.value === 'layer' || target.value === 'poultry' ? target.value : 'livestock' })
          }
        >
          <option value="livestock">Solid manure, not poultry</option>
          <option value="layer">Laying hen manure</option>
          <option value="poultry">Other poultry manure</option>
        </SelectField>
      )}
      {canHaveRoof(shape) && (
        <CheckField
          label="Roof or cover"
          hint="No rain falls in. The top still stays clear."
          checked={text.covered}
          onChange={({ target }) => set({ covered: target.checked })}
        />
      )}
    </>
  );
}

function DeleteStore({ store: { id, name }, onDeleted }: { store: SlurryStore; onDeleted: () => void }) {
  const { ownerId } = useAccount();
  const remove = useMutation(deleteStore);
  return (
    <DeleteInForm
      label="Delete this store"
      busy={remove.isPending}
      onDelete={() => remove.mutate({ id, ownerId }, { onSuccess: onDeleted })}
    >
      Delete {name}? This can&apos;t be undone.
    </DeleteInForm>
  );
}
