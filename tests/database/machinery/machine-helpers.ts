// Shared by the tests of machines: an account holder, a driver, and machines of the fleet.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

export const newId = () => crypto.randomUUID();
export const messageOf = ({ error }: { error: { message: string } | null }) => error?.message ?? null;

/** Registers the hooks of a test file. The people are new for each test. */
export function machineFarm() {
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
    driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  });
  /** Adds a tractor of the account holder; returns its id. */
  async function addMachine(more: object = {}): Promise<string> {
    const id = newId();
    const row = { id, user_id: owner.id, name: `Claas ${id.slice(0, 8)}`, machine_type: 'tractor', ...more };
    const { error } = await owner.from('machines').insert(row);
    if (error) throw error;
    return id;
  }
  return { people: () => ({ backend, owner, driver }), addMachine };
}
