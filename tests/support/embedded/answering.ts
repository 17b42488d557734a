// Tells the embedded backend from the page that shares its process.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while the backend answers a request. What it logs then, such as a refusal, is not the page's console. */
export const answering = new AsyncLocalStorage<true>();
