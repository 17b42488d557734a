// The app's query client: how long data is fresh, how often a request is retried, and what is shown after a change.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { forgetSubmittedInput } from './before-reload';
import { hadNoResponse } from './no-response';
import type { QueryName } from './query-keys';
import { refusalMessage } from './refusal';
import { toast } from './toast';

type Message = { title: string; description?: string };

declare module '@tanstack/react-query' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface merges into the library's
  interface Register {
    queryKey: readonly [QueryName, ...unknown[]];
    queryMeta: {
      /** Shown once loading has failed for good. Without a description the server's own message is shown. */
      failed?: Message | undefined;
      /**
       * Its result is copied for reading without signal. 'list': until the user's permissions change. 'today': the same,
       * but without the last part of the key, the day. 'identity': who the user is and what they may see. It stays
       * valid when permissions change, and is enough to open the app.
       */
      offline?: 'list' | 'today' | 'identity' | undefined;
    };
    mutationMeta: {
      /**
       * A function if the message depends on the result, null for none; it receives the result of its own mutationFn.
       */
      saved?: Message | ((answer: never) => Message | null);
      /** Without a description the server's own message is shown. */
      failed?: Message;
      /** First parts of the query keys that the change invalidates. */
      invalidates?: readonly QueryName[];
    };
  }
}

const FIVE_MINUTES = 300_000;

/** 1 s, 2 s, 4 s … at most 30 s. */
const backOff = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

/** A refused token was already renewed and retried (supabase.ts): a third attempt does not help. */
const isTokenRefused = (error: Error) => /^PGRST30[123]$/.test(String(Reflect.get(error, 'code')));

function errorMessage(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return refusalMessage(typeof code === 'string' ? code : null, error.message) || 'Something went wrong';
}

function toastSaved(saved: Message | ((answer: never) => Message | null) | undefined, answer: unknown) {
  // `answer` is the result of the mutation whose options hold both the function and this meta.
  const message = typeof saved === 'function' ? saved(answer as never) : saved;
  if (message) toast({ tone: 'ok', ...message });
}

function toastFailed(failed: Message | undefined, error: Error) {
  if (failed) toast({ tone: 'error', title: failed.title, description: failed.description ?? errorMessage(error) });
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FIVE_MINUTES,
        gcTime: FIVE_MINUTES,
        retry: (failures, error) => failures < 3 && !isTokenRefused(error),
        retryDelay: backOff,
        refetchOnWindowFocus: false,
      },
    },
    queryCache: new QueryCache({
      onError: (error, { meta, state }) => {
        // Without a connection the screen keeps the last data and shows its time.
        if (state.data === undefined || !hadNoResponse(error)) toastFailed(meta?.failed, error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: async (data, _variables, _result, { meta }) => {
        forgetSubmittedInput();
        toastSaved(meta?.saved, data);
        await Promise.all((meta?.invalidates ?? []).map((key) => client.invalidateQueries({ queryKey: [key] })));
      },
      onError: (error, _variables, _result, { meta }) => toastFailed(meta?.failed, error),
    }),
  });
  return client;
}
