// Marks the first steps of an account as done, so that its noticeboard does not show them.
import type { Person, TestBackend } from '@tests/support/embedded/backend';

export const hideFirstSteps = (backend: TestBackend, holder: Person) =>
  backend.sql(
    'update public.farm_settings set asks_business = false, asks_prices = false, asks_first_job = false where user_id = $1',
    [holder.id],
  );
