// The app's query client: how long data is fresh, how often a request is retried, and what is shown after a change.
import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { backOff } from './back-off';
import { forgetSubmittedInput } from './before-reload';
import { hadNoResponse } from './no-response';
import type { QueryName } from './query-keys';
import { refusalMessage } from './refusal';
import { toast } from './toast';

type Message = { title: string; description?: string };

/** How a change is undone: `run` undoes it, then the queries named by `invalidates` are read again. */
type Undo = { run: () => Promise<unknown>; invalidates?: readonly QueryName[] };

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into the library's
  interface Register {
    queryKey: readonly [QueryName, ...unknown[]];
    queryMeta: {
      /** Shown once loading has failed for good. Without a description the server's own message is shown. */
      failed?: Message | undefined;
      /**
       * The result is stored for reading offline. 'list': valid until the user's permissions change. 'today': the same,
       * but stored without the last part of the key, the day. 'identity': the user and their permissions; it stays valid
       * when permissions change, and is enough to open the app.
       */
      offline?: 'list' | 'today' | 'identity' | undefined;
      /** The query writes what it reads into queries of this name, and is itself not read again after a change. */
      fills?: QueryName | undefined;
    };
    mutationMeta: {
      /**
       * The message after success. A function receives the mutation's result; null for no message.
       */
      saved?: Message | ((answer: never) => Message | null);
      /**
       * Offers “Undo” in the message after success. A function receives the mutation's result and variables; null if this
       * change can't be undone. Without `invalidates`, the same queries as after the change are read again.
       */
      undo?: (answer: never, variables: never) => Undo | null;
      /** Without a description the server's own message is shown. */
      failed?: Message;
      /** First parts of the query keys that the change invalidates. */
      invalidates?: readonly QueryName[];
    };
  }
}

const FIVE_MINUTES = 300_000;

/** The request was already retried with a renewed token (supabase.ts), so another retry does not help. */
const isTokenRefused = (error: Error) => /^PGRST30[123]$/.test(String(Reflect.get(error, 'code')));

function errorMessage(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return refusalMessage(typeof code === 'string' ? code : null, error.message) || 'Something went wrong';
}

function toastSaved(
  saved: Message | ((answer: never) => Message | null) | undefined,
  answer: unknown,
  undo: (() => void) | undefined,
) {
  // The cast is safe: `saved` is in the meta of the mutation that returned `answer`.
  const message = typeof saved === 'function' ? saved(answer as never) : saved;
  if (message) toast({ tone: 'ok', ...message, undo });
}

function toastFailed(failed: Message | undefined, error: Error) {
  if (failed) toast({ tone: 'error', title: failed.title, description: failed.description ?? errorMessage(error) });
}

/**
 * Reads these queries again after a change. A read that began before it does not count, also the first of a list on the
 * screen: React Query would keep waiting for that one, and take its rows for new without what was just saved. The same holds
 * for a running read that fills one of these queries.
 */
export function readAgain(client: QueryClient, names: readonly QueryName[] = []): Promise<unknown> {
  const filling = client.getQueryCache().findAll({
    ...{ type: 'active', fetchStatus: 'fetching' },
    predicate: ({ meta }) => meta?.fills !== undefined && names.includes(meta.fills),
  });
  const isFilling = { predicate: (query: Query) => filling.includes(query) };
  if (filling.length > 0) void client.cancelQueries(isFilling, { silent: true });
  return Promise.all([
    filling.length > 0 && client.refetchQueries(isFilling),
    ...names.map((name) => {
      const filters = { queryKey: [name] } as const;
      void client.cancelQueries({ ...filters, type: 'active' }, { silent: true });
      return client.invalidateQueries(filters);
    }),
  ]);
}

const NO_SIGNAL = 'There is no signal. Undo it once there is.';

export function createQueryClient(): QueryClient {
  /** If undoing fails, the message says why and offers to try again. A request without a response has an empty code. */
  async function takeBack(undo: Undo) {
    try {
      await undo.run();
      toast({ tone: 'ok', title: 'Undone.' });
    } catch (error) {
      const description = error instanceof Error && Reflect.get(error, 'code') !== '' ? errorMessage(error) : NO_SIGNAL;
      toast({ tone: 'error', title: 'Could not undo it', description, undo: () => void takeBack(undo) });
    }
    await readAgain(client, undo.invalidates);
  }
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
      onError: (error, query) => {
        // Without a connection a screen shows its copy with its time, or says that it is not on this device yet. Only a
        // press that reads something, such as opening an invoice, has no other place for the message.
        const { meta, state } = query;
        const isShown = state.data !== undefined || query.getObserversCount() > 0;
        if (!isShown || !hadNoResponse(error)) toastFailed(meta?.failed, error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: async (data, variables, _result, { meta }) => {
        forgetSubmittedInput();
        const undo = meta?.undo?.(data as never, variables as never);
        toastSaved(
          meta?.saved,
          data,
          undo ? () => void takeBack({ invalidates: meta?.invalidates ?? [], ...undo }) : undefined,
        );
        await readAgain(client, meta?.invalidates);
      },
      onError: (error, _variables, _result, { meta }) => toastFailed(meta?.failed, error),
    }),
  });
  return client;
}
