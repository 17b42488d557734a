// A job planned for a person appears in the diary that they have open.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays } from '@/domain/core/time';
import { clearDisk } from '@tests/features/offline/phone';
import { FULL } from '@tests/support/full';
import { recordReads, hidePage, showPage, advanceMinute } from '@tests/support/record-reads';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
beforeAll(async () => {
  await clearDisk();
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await setUpInvoicing(backend, owner));
});
afterAll(() => backend.close());

async function plan(title: string, day: string) {
  const { error } = await owner.from('diary_events').insert({
    user_id: owner.id,
    kind: 'job',
    title,
    start_date: day,
    end_date: day,
    assigned_to: [driver.id],
    notes: 'Gate code 4711. '.repeat(50),
  });
  if (error) throw error;
}

// A distant date also keeps the days around today up to date. A full run looks at today itself, too.
test.each(FULL ? [0, 35] : [35])(
  'a job planned %i days ahead appears in an open diary within a minute, and at once when the user returns to it',
  async (ahead) => {
    const day = addDays(today, ahead);
    await plan('First cut', day);
    const readings = recordReads(backend);
    const { screen } = await renderPage(`/diary?view=day&date=${day}`, { backend: readings, person: driver });
    expect(await screen.findByText('First cut')).toBeVisible();
    await plan('Baling', day);
    await advanceMinute();
    expect(await screen.findByText('Baling')).toBeVisible();
    readings.clear();
    await advanceMinute();
    await vi.waitFor(() => expect(readings.bodiesOf('diary_events')).toHaveLength(ahead === 0 ? 1 : 2), {
      timeout: 30_000,
    });
    // The poll must not read the jobs again, whose notes alone have 800 characters.
    for (const answer of readings.bodiesOf('diary_events')) expect(answer.length).toBeLessThan(1000);
    hidePage();
    readings.clear();
    await advanceMinute();
    expect(readings.bodiesOf('diary_events')).toEqual([]);
    await plan('Carting', day);
    showPage();
    expect(await screen.findByText('Carting')).toBeVisible();
  },
);
