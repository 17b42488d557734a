import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteStore, saveStore } from '@/data/calculations/slurry';
import { decimal, decimalIn, type Decimal, NOT_A_NUMBER } from '@/domain/core/money';
import { numberText } from '@/domain/core/typed';
import { Lookup, type OwnFigures } from '@/domain/rules/figures';
import type { Rules } from '@/domain/rules/rules';
import { BANKS, diameterOf, SHAPE_NAMES, SHAPES, storeProblem, type Shape } from '@/domain/slurry/store';
import type { SlurryStore, SlurryStoreFields } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { asStore } from './use-stores';

const MEASURES = ['lengthM', 'widthM', 'depthM', 'diameterM', 'freeboardM', 'deductionM3', 'volumeM3'] as const;
type Measure = (typeof MEASURES)[number];
type StoreText = Record<Measure | 'circumference', string>;

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
  const remove = useMutation(deleteStore);
  const [id] = useState(() => store?.id ?? crypto.randomUUID());
  const [name, setName] = useState(store?.name ?? '');
  const [shape, setShape] = useState<Shape>(store?.shape ?? 'rect');
  const [covered, setCovered] = useState(store?.covered ?? false);
  const [bankRun, setBankRun] = useState(numberText(store?.bankRun || null));
  const [manure, setManure] = useState<NonNullable<SlurryStore['manure']>>(store?.manure ?? 'livestock');
  const [text, setText] = useState<StoreText>(() => ({
    circumference: '',
    // The cast is safe: the entries are those of MEASURES.
    ...(Object.fromEntries(MEASURES.map((measure) => [measure, numberText(store?.[measure] || null)])) as Record<
      Measure,
      string
    >),
  }));
  const [pressed, setPressed] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const asked = MEASURES_OF[shape];
  const measured = (measure: Measure): Decimal | null => (asked.includes(measure) ? decimalIn(text[measure]) : null);
  const circumference = decimalIn(text.circumference);
  const fields: SlurryStoreFields = {
    ...{ name: name.trim(), shape, covered: (shape === 'rect' || shape === 'circular') && covered, active: true },
    lengthM: measured('lengthM'),
    widthM: measured('widthM'),
    depthM: measured('depthM'),
    diameterM:
      shape === 'circular' && text.diameterM === '' && circumference !== null
        ? decimal(Math.round(diameterOf(circumference)))
        : measured('diameterM'),
    bankRun: shape === 'lagoon' ? decimalIn(bankRun) : null,
    freeboardM: measured('freeboardM'),
    deductionM3: measured('deductionM3'),
    volumeM3: measured('volumeM3'),
    manure: shape === 'solid' ? manure : null,
  };
  const isWrong = (measure: Measure) => text[measure] !== '' && measured(measure) === null && asked.includes(measure);
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
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
        if (isComplete) save.mutate({ id, ownerId, isNew: store === null, fields }, { onSuccess: onClose });
      }}
    >
      <TextField label="Name" maxLength={NAME_MAX} value={name} onChange={({ target }) => setName(target.value)} />
      <SelectField
        label="Shape"
        value={shape}
        onChange={({ target }) => setShape(SHAPES.find((one) => one === target.value) ?? 'rect')}
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
          onChange={({ target }) => setText({ ...text, [measure]: target.value })}
        />
      ))}
      {shape === 'circular' && (
        <NumberField
          label="Or its circumference"
          optional
          after="m"
          hint="If the diameter can't be measured."
          value={text.circumference}
          onChange={({ target }) => setText({ ...text, circumference: target.value })}
        />
      )}
      {shape === 'lagoon' && (
        <SelectField
          label="Slope of the banks"
          hint="Metres down to metres out."
          value={bankRun}
          onChange={({ target }) => setBankRun(target.value)}
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
          value={manure}
          onChange={({ target }) =>
            setManure(target.value === 'layer' || target.value === 'poultry' ? target.value : 'livestock')
          }
        >
          <option value="livestock">Solid manure, not poultry</option>
          <option value="layer">Laying hen manure</option>
          <option value="poultry">Other poultry manure</option>
        </SelectField>
      )}
      {(shape === 'rect' || shape === 'circular') && (
        <CheckField
          label="Roof or cover"
          hint="No rain falls in. The top still stays clear."
          checked={covered}
          onChange={({ target }) => setCovered(target.checked)}
        />
      )}
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
      {store &&
        !hasLevels &&
        (deleting ? (
          <Banner
            tone="bad"
            action={
              <Button
                variant="danger"
                busy={remove.isPending}
                busyText="Deleting..."
                onClick={() => remove.mutate({ id, ownerId }, { onSuccess: onClose })}
              >
                Delete
              </Button>
            }
          >
            Delete {store.name}? This can&apos;t be undone.
          </Banner>
        ) : (
          <Button variant="quiet" onClick={() => setDeleting(true)}>
            Delete this store
          </Button>
        ))}
    </FormDialog>
  );
}
