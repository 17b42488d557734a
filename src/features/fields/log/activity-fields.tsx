import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { matchesSearch } from '@/domain/core/search';
import {
  appliesProduct,
  SPREADING_METHODS,
  SPREADING_METHOD_WORDS,
  metricRate,
  RATE_UNIT_WORDS,
  rateUnitsOf,
  sprayGaps,
  WIND_DIRECTIONS,
  type ActivityType,
  type RateUnit,
} from '@/domain/fields/activity';
import { AREA_UNIT_WORDS, type AreaUnit } from '@/domain/core/area';
import { formatQuantity, decimalIn } from '@/domain/core/money';
import type { Activity, ActivityFields } from '@/records/field-activities';
import { Banner } from '@/ui/feedback/banner';
import { Combobox } from '@/ui/forms/combobox';
import { DateField, SelectField, TextAreaField, TextField, TimeField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { FormSection } from '@/ui/forms/form-section';
import { FieldSelect } from '@/widgets/pickers/field-select';
import { fieldProps } from '@/widgets/field-props';
import type { ActivityText } from './activity-schema';
import { TwoColumns, SelectOptions } from './form-parts';

type Form = UseFormReturn<ActivityText, unknown, ActivityFields>;
type Props = { form: Form };
type People = readonly { id: string; name: string }[];

/** What was put on, how much, and on what area. */
export function ProductFields({ form, type, unit }: Props & { type: ActivityType; unit: AreaUnit }) {
  const props = fieldProps(form);
  const units = rateUnitsOf(type);
  const [rate, rateUnit, status, areaHa] = useWatch({
    control: form.control,
    name: ['rate', 'rateUnit', 'status', 'areaHa'],
  });
  const gaps = sprayGaps({ activityType: type, status, rate, areaHa });
  const isDoneSpray = type === 'spray' && status === 'done';
  const productLabels: Partial<Record<ActivityType, string>> = {
    slurry: 'Material',
    fym: 'Material',
    drilling: 'Seed',
    lime: 'Lime',
  };
  return (
    <>
      {appliesProduct(type) && (
        <TextField
          label={productLabels[type] ?? 'Product'}
          optional={type !== 'spray'}
          autoComplete="off"
          {...props('product')}
        />
      )}
      {type === 'spray' && (
        <TextField
          label="MAPP/PCS number"
          hint="On the label: MAPP in the UK, PCS in Ireland."
          inputMode="numeric"
          autoComplete="off"
          {...props('mappPcsNo')}
        />
      )}
      {units.length > 0 && (
        <div className="grid grid-cols-[1fr_auto] items-start gap-2">
          <NumberField
            label="Rate"
            optional={!isDoneSpray}
            hint={gapHint(gaps.rate)}
            echo={metricEcho(rate, rateUnit)}
            {...props('rate')}
          />
          <SelectField label="Unit" {...props('rateUnit')}>
            {units.map((word) => (
              <option key={word} value={word}>
                {RATE_UNIT_WORDS[word]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <NumberField
        label="Area"
        optional={!isDoneSpray}
        hint={gapHint(gaps.areaHa)}
        after={AREA_UNIT_WORDS[unit]}
        {...props('areaHa')}
      />
      {type === 'spray' && <NumberField label="Water" optional after="L/ha" {...props('waterLHa')} />}
      {type === 'slurry' && (
        <SelectField label="Method" optional {...props('method')}>
          <SelectOptions values={SPREADING_METHODS} labels={SPREADING_METHOD_WORDS} />
        </SelectField>
      )}
    </>
  );
}

/** What a record still needs, in the colour of a warning: it does not prevent saving. */
const gapHint = (gap: string | null) => gap !== null && <span className="text-warning">{gap}</span>;

/** "= 33.7 m³/ha" beside 3,000 gal/ac. */
function metricEcho(rate: string, rateUnit: string): string | undefined {
  const typed = decimalIn(rate);
  if (typed === null || (rateUnit !== 'gal/ac' && rateUnit !== 'units/ac')) return undefined;
  const metric = metricRate(typed, rateUnit);
  return `= ${formatQuantity(metric.rate)} ${RATE_UNIT_WORDS[metric.unit satisfies RateUnit]}`;
}

/** When, and whether it is done or planned. What is stored as done (`isDone`) can't become a plan. */
export function TimeFields({ form, isDone }: Props & { isDone: boolean }) {
  const props = fieldProps(form);
  return (
    <>
      {!isDone && (
        <Controller
          control={form.control}
          name="status"
          render={({ field }) => (
            <Segmented
              label="State"
              big
              options={[
                { value: 'done', label: 'Done' },
                { value: 'planned', label: 'Planned' },
              ]}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <DateField label="Date" {...props('date')} />
      <div className="grid grid-cols-2 items-start gap-2">
        <TimeField label="Start" {...props('start')} />
        <TimeField label="Finish" optional {...props('finish')} />
      </div>
    </>
  );
}

/** Everything else that a spray record needs in the UK and in Ireland. */
export function SprayFields({ form, people }: Props & { people: People }) {
  const props = fieldProps(form);
  return (
    <>
      <FormSection title="Crop and reason">
        <TextField label="Reason" hint="Septoria, docks, blight." autoComplete="off" {...props('reason')} />
        <TextField label="Crop" autoComplete="off" {...props('crop')} />
        <TwoColumns>
          <TextField label="EPPO code" optional autoComplete="off" autoCapitalize="characters" {...props('eppoCode')} />
          <NumberField
            label="Growth stage, BBCH"
            optional
            inputMode="numeric"
            hint="Where the label restricts it."
            {...props('growthStageBbch')}
          />
        </TwoColumns>
      </FormSection>
      <FormSection title="Weather">
        <TwoColumns>
          <NumberField label="Wind" optional after="km/h" {...props('windSpeed')} />
          <SelectField label="Wind from" optional {...props('windDir')}>
            <option value="">–</option>
            {WIND_DIRECTIONS.map((word) => (
              <option key={word}>{word}</option>
            ))}
          </SelectField>
          <NumberField label="Temperature" optional after="°C" {...props('tempC')} />
          <TextField label="Weather" optional autoComplete="off" {...props('weather')} />
        </TwoColumns>
      </FormSection>
      <FormSection title="Operator">
        <Operator form={form} people={people} />
        <TextField
          label="Certificate"
          hint="PA1 and PA2, or the number as a professional user."
          autoComplete="off"
          {...props('operatorCertNo')}
        />
      </FormSection>
      <FormSection title="Label">
        <TwoColumns>
          <TextField label="Active ingredient" optional autoComplete="off" {...props('activeIngredient')} />
          <TextField label="Batch" optional autoComplete="off" {...props('batchNo')} />
          <NumberField
            label="Harvest interval"
            optional
            after="days"
            inputMode="numeric"
            {...props('harvestIntervalDays')}
          />
          <SelectField label="Buffer observed" optional {...props('buffer')}>
            <option value="">–</option>
            <option value="yes">Yes</option>
            <option value="no">No</option>
          </SelectField>
        </TwoColumns>
      </FormSection>
    </>
  );
}

function Operator({ form, people }: Props & { people: People }) {
  return (
    <Controller
      control={form.control}
      name="operatorName"
      render={({ field, fieldState }) => (
        <Combobox
          label="Operator"
          value={field.value}
          error={fieldState.error?.message}
          inputRef={field.ref}
          suggestions={people
            .filter(({ name }) => matchesSearch(field.value, [name]))
            .map(({ name }) => ({ value: name }))}
          onChange={field.onChange}
        />
      )}
    />
  );
}

/**
 * Operator, machine, batch and notes. For a spray, `SprayFields` has operator and batch; an observation has notes only.
 */
export function OtherFields({ form, type, people }: Props & { type: ActivityType; people: People }) {
  const props = fieldProps(form);
  const isObservation = type === 'observation';
  return (
    <>
      {!isObservation && type !== 'spray' && <Operator form={form} people={people} />}
      {!isObservation && <TextField label="Machine" optional autoComplete="off" {...props('machine')} />}
      {type !== 'spray' && type !== 'observation' && appliesProduct(type) && (
        <TextField label="Batch" optional autoComplete="off" {...props('batchNo')} />
      )}
      <TextAreaField label={isObservation ? 'What you saw' : 'Notes'} optional={!isObservation} {...props('notes')} />
    </>
  );
}

const PROBLEM_WORDS = {
  deleted: 'The field was deleted before this arrived. Choose the right one.',
  archived: 'The field was archived before this arrived. Choose the right one.',
};

/** For an activity whose field was deleted or archived before it arrived: chooses another field for it. */
export function ReplacementField({ form, stored }: Props & { stored: Activity }) {
  return (
    <>
      {stored.fieldProblem && <Banner tone="warn">{PROBLEM_WORDS[stored.fieldProblem]}</Banner>}
      <Controller
        control={form.control}
        name="fieldId"
        render={({ field }) => (
          <FieldSelect label="Field" value={field.value || null} onChange={(id) => field.onChange(id ?? '')} />
        )}
      />
    </>
  );
}
