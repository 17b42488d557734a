// What the backend behind this copy of the app can do that not every backend can.
import { backendConfig } from './env';

/** Whether a second step can be set up for signing in. A project offers it; the embedded backend has none. */
export async function offersSecondStep(): Promise<boolean> {
  const config = await backendConfig();
  return config !== null && config.embedded === undefined;
}
