// An account with a driver, the feeds of the worked examples, a TMR mix and a meal mix.
import { afterAll, beforeAll } from 'vitest';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

// Name, category, dry matter (%), energy (MJ/kg DM), protein (%), cost (£/t), fresh kg for a head.
const FEEDS = [
  ['Barley straw', 'forage', 86, 6.2, 4, 110, 0.5],
  ['Minerals', 'mineral', 98, 0, 0, 650, 0.15],
  ['Rolled barley', 'straight', 86, 13.1, 11, 195, 3],
  ['Rapeseed meal', 'straight', 89, 12, 38, 265, 2.5],
  ['Soya hulls', 'straight', 88, 11, 12, 205, 1.5],
  ['Maize silage', 'forage', 32, 11.3, 8.5, 45, 15],
  ['Grass silage', 'forage', 28, 10.8, 13, 38, 28],
] as const;

type Account = {
  backend: TestBackend;
  connection: ReturnType<typeof connectionTo>;
  owner: Person;
  driver: Person;
  tmr: string;
  meal: string;
};

async function insert(request: PromiseLike<{ error: Error | null }>) {
  const { error } = await request;
  if (error) throw error;
}

/** One account for the file. */
export function rationAccount() {
  let account: Account | undefined;
  beforeAll(async () => {
    await clearDisk();
    const backend = await testBackend();
    const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
    const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
    const feeds = FEEDS.map(([name, category, dm, me, cp, cost, fresh]) => ({
      id: crypto.randomUUID(),
      ...{ name, category, dm, me, cp, cost, fresh },
    }));
    await insert(
      owner.from('feeds').insert(
        feeds.map(({ id, name, category, dm, me, cp, cost }) => ({
          ...{ id, user_id: owner.id, name, category, dm_pct: dm, me_mj_kg_dm: me, cp_pct: cp, cost_per_t: cost },
          in_stock_kg: name === 'Rolled barley' ? 10_000 : null,
        })),
      ),
    );
    const copies = feeds.map(({ id, fresh, ...copy }, at) => ({
      ...copy,
      ...{ feed: id, basis: 'dm', order: at + 1, fresh, minutes: null, note: '' },
    }));
    const [tmr, meal] = [crypto.randomUUID(), crypto.randomUUID()];
    await insert(
      owner.from('tmr_mixes').insert({
        ...{ id: tmr, user_id: owner.id, name: 'High yielders', group_name: 'Milkers', head_count: 120 },
        ...{ rounding_kg: 10, items: copies },
      }),
    );
    await insert(
      owner.from('meal_mixes').insert({
        ...{ id: meal, user_id: owner.id, name: 'Calf meal', batch_size: 1000 },
        items: copies.slice(2, 5).map((copy) => ({ ...copy, pct: 33.33 })),
      }),
    );
    account = { backend, owner, driver, tmr, meal, connection: connectionTo(backend) };
  });
  afterAll(() => account?.backend.close());
  return (): Account => {
    if (!account) throw new Error('the account is created before the tests');
    return account;
  };
}
