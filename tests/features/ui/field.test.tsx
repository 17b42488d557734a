import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, SelectField, TextAreaField, TextField, TimeField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';

type Values = {
  name: string;
  rate: string;
  unit: string;
  note: string;
  day: string;
  start: string;
  askEveryone: boolean;
};

function Form({ onValues }: { onValues: (values: Values) => void }) {
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: { name: '', rate: '', unit: 'hour', note: '', day: '', start: '', askEveryone: false },
  });
  return (
    <form noValidate onSubmit={handleSubmit(onValues)}>
      <TextField
        label="Customer"
        hint="As on the invoice"
        error={formState.errors.name?.message}
        {...register('name', { required: 'Enter a name.' })}
      />
      <NumberField label="Rate" before="£" after="an acre" echo="£32.06 an acre" {...register('rate')} />
      <SelectField label="Unit" {...register('unit')}>
        <option value="hour">Hour</option>
        <option value="acre">Acre</option>
      </SelectField>
      <TextAreaField label="Note" optional {...register('note')} />
      <DateField label="Date" {...register('day')} />
      <TimeField label="Start" {...register('start')} />
      <CheckField label="Ask everyone" {...register('askEveryone')} />
      <button type="submit">Save</button>
    </form>
  );
}

test('the label names the control and the hint describes it', () => {
  render(<Form onValues={() => {}} />);
  const name = screen.getByLabelText('Customer');
  expect(name).toHaveAccessibleDescription('As on the invoice');
  expect(name).toHaveAttribute('aria-invalid', 'false');
  expect(screen.getByLabelText('Rate')).toHaveAttribute('inputmode', 'decimal');
  expect(screen.getByLabelText('Rate')).toHaveAccessibleDescription('£32.06 an acre');
  expect(screen.getByLabelText('Note (optional)')).not.toHaveAttribute('aria-describedby');
});

test('the error replaces the hint, and the invalid field gets the focus', async () => {
  const user = userEvent.setup();
  render(<Form onValues={() => {}} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const name = await screen.findByLabelText('Customer');
  expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(name).toHaveAccessibleDescription('Enter a name.');
  expect(screen.queryByText('As on the invoice')).not.toBeInTheDocument();
  expect(name).toHaveFocus();
});

test('register() reads every kind of field', async () => {
  const user = userEvent.setup();
  const submitted: Values[] = [];
  render(<Form onValues={(values) => submitted.push(values)} />);
  await user.type(screen.getByLabelText('Customer'), 'Tŷ Gwyn');
  await user.type(screen.getByLabelText('Rate'), '32,06');
  await user.selectOptions(screen.getByLabelText('Unit'), 'acre');
  await user.type(screen.getByLabelText('Note (optional)'), 'Lane side');
  await user.type(screen.getByLabelText('Date'), '2026-11-20');
  await user.type(screen.getByLabelText('Start'), '07:12');
  await user.click(screen.getByLabelText('Ask everyone'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(submitted).toEqual([
    {
      name: 'Tŷ Gwyn',
      rate: '32,06',
      unit: 'acre',
      note: 'Lane side',
      day: '2026-11-20',
      start: '07:12',
      askEveryone: true,
    },
  ]);
});

test('an error describes a field that has no hint', () => {
  render(<TextField label="Finish" error="Start and finish are the same." />);
  expect(screen.getByLabelText('Finish')).toHaveAccessibleDescription('Start and finish are the same.');
});
