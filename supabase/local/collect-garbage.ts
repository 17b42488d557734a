// PGlite leaves some 300 MB behind when it makes or opens a database, which V8 sees no reason to collect by itself.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees it now. Node offers this only behind a flag, which can be set while it runs. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  // With the flag set, a new context has the function under this name.
  const collect = runInNewContext('gc') as () => void;
  collect();
}
