// The reports of random accounts on the screen and in their three files: the same rows, with the same figures. That the
// database's figures are right is tested with 1,000 such accounts in tests/database/reports/thousand-accounts.test.ts.
import { cleanup, screen, waitFor } from '@testing-library/react';
import { extractText } from 'unpdf';
import { beforeAll, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { lastFile, lastXlsx, serveFonts } from '@tests/features/calculators/saved-files';
import { RANDOM_PERIOD, randomAccounts } from '@tests/support/account-data/random-accounts';
import { PASSWORD, type Person } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';
import { reportPage, rowsOf } from './report-page';

// Sixty pages with three files each take long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const ACCOUNTS = FULL ? 12 : 4;
const { from, to } = RANDOM_PERIOD;
const PERIOD = `period=dates&from=${from}&to=${to}`;

const EMPTY = /^(No (work|invoices) in this period|Nothing is owed)/;

const { backend, openReport } = reportPage();
const people: Person[] = [];
beforeAll(async () => {
  await backend().script(randomAccounts(ACCOUNTS));
  await backend().sql(
    `update auth.users set encrypted_password = extensions.crypt($1, extensions.gen_salt('bf', 4)) where email like 'random%'`,
    [PASSWORD],
  );
  for (let account = 1; account <= ACCOUNTS; account += 1) {
    const email = `random${account}@farm.test`;
    const person = backend().anon();
    const { data, error } = await person.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    people.push(Object.assign(person, { id: data.user.id, email }));
  }
});

/** An amount on the screen as the number in a file: "−£1,234.50" as -1234.5, and an empty cell as 0. */
function figureOf(text: string): string {
  if (text === '') return '0';
  const isAmount = /^−?[£€][\d,]+\.\d\d$/.test(text) || /^[\d,]+$/.test(text);
  return isAmount ? String(Number(text.replace('−', '-').replace(/[£€,]/g, ''))) : text;
}

/** Saves a file of the report that is shown. */
async function save(user: Awaited<ReturnType<typeof openReport>>['user'], button: string, ending: string) {
  // The report of the person before may have saved a file with the same ending.
  const before = lastFile();
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(lastFile()).not.toBe(before));
  expect(lastFile()?.name).toMatch(ending);
  return new Uint8Array((await lastFile()?.arrayBuffer()) ?? []);
}

test.each([
  ['Report', 'work by customer', `?${PERIOD}&by=customer`],
  ['Report', 'work by task', `?${PERIOD}&by=task`],
  ['Report', 'work by person', `?${PERIOD}&by=person`],
  ['Report', 'documents by customer', `?${PERIOD}&basis=invoices&by=customer`],
  ['Owed', 'what is owed', '?report=owed'],
])('the table "%s" of %s has the rows of its CSV, Excel and PDF files', async (caption, _, query) => {
  let compared = 0;
  for (const person of people) {
    const { user } = await openReport(query, person);
    serveFonts();
    const table = () => screen.queryByRole('table', { name: caption });
    await waitFor(() => expect(table() ?? screen.getByText(EMPTY)).toBeVisible());
    const isEmpty = table() === null;
    if (!isEmpty) {
      const shown = (await rowsOf(caption)).map((row) => row.map((text) => text ?? ''));
      compared += shown.length;
      const figures = shown.map((row) => row.map((text, at) => (at === 0 ? text : figureOf(text))));
      const ofScreen = (row: readonly unknown[]) => row.slice(0, shown[0]?.length);

      const csv = parseCsv(new TextDecoder().decode(await save(user, 'CSV', '.csv'))).slice(1);
      expect(csv.map(ofScreen)).toEqual(figures);

      await save(user, 'Excel', '.xlsx');
      const { rows } = await lastXlsx();
      expect(rows.slice(-shown.length).map((row) => ofScreen(row).map(String))).toEqual(figures);

      const { text } = await extractText(await save(user, 'PDF', '.pdf'), { mergePages: true });
      const printed = text.replace(/\s+/g, ' ');
      for (const row of shown) expect(printed).toContain(row.filter((one) => one !== '').join(' '));
    }
    cleanup();
  }
  expect(compared).toBeGreaterThan(FULL ? 3 : 0);
});

test('what was earned by customer in the CSV file is the sum of the database', async () => {
  for (const person of people) {
    const [sum] = await backend().sql<{ earned: string }>(
      `select coalesce(sum(total_value), 0)::text as earned from public.works where user_id = $1 and work_date between $2 and $3`,
      [person.id, from, to],
    );
    if (Number(sum?.earned) > 0) {
      const { user } = await openReport(`?${PERIOD}&by=customer`, person);
      await rowsOf('Report');
      const [heads = [], ...rows] = parseCsv(new TextDecoder().decode(await save(user, 'CSV', '.csv')));
      const pennies = rows.map((row) => Math.round(Number(row[heads.indexOf('earned')]) * 100));
      expect(pennies.reduce((total, one) => total + one, 0)).toBe(Math.round(Number(sum?.earned) * 100));
    }
    cleanup();
  }
});
