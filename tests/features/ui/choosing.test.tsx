import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { Segmented } from '@/ui/forms/segmented';
import { TabPanel, Tabs } from '@/ui/layout/tabs';

const views = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
] as const;

function View() {
  const [view, setView] = useState<'day' | 'week'>('day');
  return <Segmented label="View" options={views} value={view} onChange={setView} />;
}

test('segments are radio buttons in one named group', async () => {
  const user = userEvent.setup();
  render(<View />);
  expect(screen.getByRole('group', { name: 'View' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Day' })).toBeChecked();
  await user.click(screen.getByText('Week'));
  expect(screen.getByRole('radio', { name: 'Week' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Day' })).not.toBeChecked();
});

function Card() {
  const [tab, setTab] = useState<'in' | 'up'>('in');
  return (
    <Tabs
      label="Account"
      tabs={[
        { value: 'in', label: 'Sign In' },
        { value: 'up', label: 'Sign Up' },
      ]}
      value={tab}
      onChange={setTab}
    >
      <TabPanel value="in">Welcome back</TabPanel>
      <TabPanel value="up">New here</TabPanel>
    </Tabs>
  );
}

test('tabs show one panel and move by arrow keys', async () => {
  const user = userEvent.setup();
  render(<Card />);
  expect(screen.getByRole('tabpanel', { name: 'Sign In' })).toHaveTextContent('Welcome back');
  await user.click(screen.getByRole('tab', { name: 'Sign In' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name: 'Sign Up' })).toHaveTextContent('New here');
  expect(screen.queryByText('Welcome back')).not.toBeInTheDocument();
});

function Filter() {
  const [customer, setCustomer] = useState('');
  const [late, setLate] = useState(false);
  return (
    <>
      <ChipSelect
        label="Customer"
        value={customer}
        onChange={setCustomer}
        options={[{ value: 'hill', label: 'Hill Farm' }]}
      />
      <Chip pressed={late} onClick={() => setLate(!late)}>
        Overdue
      </Chip>
    </>
  );
}

test('a chip shows whether it is pressed; a chip with several options is a native select', async () => {
  const user = userEvent.setup();
  render(<Filter />, { wrapper: MemoryRouter });
  const late = screen.getByRole('button', { name: 'Overdue', pressed: false });
  await user.click(late);
  expect(late).toHaveAttribute('aria-pressed', 'true');

  const customer = screen.getByRole('combobox', { name: 'Customer' });
  const text = document.querySelector('.chip > span');
  expect(text).toHaveTextContent('Customer');
  await user.selectOptions(customer, 'hill');
  expect(customer).toHaveValue('hill');
  expect(text).toHaveTextContent('Hill Farm');
});
