import { useMutation } from '@tanstack/react-query';
import { MapPin, X } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { NOTE } from '@/records/notes';
import { Button } from '@/ui/button';
import { FieldError, TextField, TimeField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { locateDevice } from '@/widgets/position/locate-device';
import type { NoteForm } from './note-schema';

/** Optional fields: time, customer, measured value, location. */
export function MoreFields({ form }: { form: NoteForm }) {
  const { errors } = form.formState;
  const [customer, place] = useWatch({ control: form.control, name: ['customer', 'place'] });
  const locate = useMutation(locateDevice('write the place down'));
  const firstError = errors.noteTime ?? errors.customer ?? errors.value ?? errors.valueUnit;
  const setOptions = { shouldDirty: true };
  return (
    <details open={firstError ? true : undefined}>
      <summary className="link min-h-tap content-center text-2">Time, customer, measure, place</summary>
      <div className="grid gap-4 pt-2">
        <TimeField label="Time" optional error={errors.noteTime?.message} {...form.register('noteTime')} />
        <CustomerSelect
          label="Customer (optional)"
          value={customer}
          error={errors.customer?.message}
          onChange={(name) => form.setValue('customer', name, setOptions)}
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField label="Measured" optional error={errors.value?.message} {...form.register('value')} />
          <TextField
            label="Unit"
            optional
            autoComplete="off"
            placeholder="mm, litres"
            maxLength={NOTE.fields.valueUnit.max}
            error={errors.valueUnit?.message}
            {...form.register('valueUnit')}
          />
        </div>
        {place ? (
          <p className="flex flex-wrap items-center gap-3 text-2">
            Place kept: {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
            <Button variant="quiet" onClick={() => form.setValue('place', null, setOptions)}>
              <X aria-hidden="true" />
              Remove
            </Button>
          </p>
        ) : (
          <div className="grid gap-2">
            <Button
              className="w-fit"
              busy={locate.isPending}
              busyText="Looking..."
              onClick={() =>
                locate.mutate(undefined, {
                  onSuccess: ({ lat, lng }) => form.setValue('place', { lat, lng }, setOptions),
                })
              }
            >
              <MapPin aria-hidden="true" />
              Add location
            </Button>
            {locate.isError && <FieldError>{locate.error.message}</FieldError>}
          </div>
        )}
      </div>
    </details>
  );
}
