// Features that not every backend offers.
import { backendConfig } from './env';

/** Whether a second factor can be set up. A project offers it; the embedded backend does not. */
export async function offersSecondStep(): Promise<boolean> {
  const config = await backendConfig();
  return config !== null && config.embedded === undefined;
}
