import { useEffect, useState } from 'react';
import { backendConfig } from '@/lib/env';

/** The backend this app is connected to: a Supabase project, the embedded one, or none; null until known. */
export function useBackend(): 'project' | 'embedded' | 'none' | null {
  const [backend, setBackend] = useState<'project' | 'embedded' | 'none' | null>(null);
  useEffect(() => {
    let mounted = true;
    void backendConfig().then((config) => {
      if (mounted) setBackend(config === null ? 'none' : config.embedded ? 'embedded' : 'project');
    });
    return () => {
      mounted = false;
    };
  }, []);
  return backend;
}
