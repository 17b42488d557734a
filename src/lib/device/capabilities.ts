// Features that not every backend offers.
import { backendConfig } from '@/lib/env';

/** Whether a second factor can be set up: a Supabase project offers it, the embedded backend does not. */
export async function offersSecondStep(): Promise<boolean> {
  const config = await backendConfig();
  return config !== null && config.embedded === undefined;
}
