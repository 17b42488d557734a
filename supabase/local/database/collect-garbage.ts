// Creating or opening a PGlite database leaves some 300 MB of garbage, which V8 does not collect by itself.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage now. Node offers this only behind a flag, which can be set at run time. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  // With the flag set, a new context has the function `gc`.
  const collect = runInNewContext('gc') as () => void;
  collect();
}
