// The account of a test that is in use: its noticeboard does not ask for the first steps of a new account.
import type { Person, TestBackend } from '@tests/support/embedded/backend';

export const setUp = (backend: TestBackend, holder: Person) =>
  backend.sql(
    'update public.farm_settings set asks_business = false, asks_prices = false, asks_first_job = false where user_id = $1',
    [holder.id],
  );
