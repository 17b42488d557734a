import { useEffect, useState } from 'react';
import { backendConfig } from '@/lib/env';

/** Where this copy of the app sends its people: a project, the embedded backend, nowhere; null until it is known. */
export function useBackend(): 'project' | 'embedded' | 'none' | null {
  const [backend, setBackend] = useState<'project' | 'embedded' | 'none' | null>(null);
  useEffect(() => {
    let here = true;
    void backendConfig().then((config) => {
      if (here) setBackend(config === null ? 'none' : config.embedded ? 'embedded' : 'project');
    });
    return () => {
      here = false;
    };
  }, []);
  return backend;
}
