// The worker answers from the cache, and asks the network for what is not there. A cache that never answers would leave
// the app closed until the browser is started again: Chromium's does not if it is cleared while a file is being stored.
const ANSWER_TIMEOUT_MS = 5000;

/** With signal, a cache that does not answer in time counts as empty. Without signal there is nothing to do but wait. */
export function guardCaches(storage: CacheStorage) {
  const match = storage.match.bind(storage);
  let answers = true;
  storage.match = (...given) => {
    if (!answers && navigator.onLine) return Promise.resolve(undefined);
    const found = match(...given);
    const giveUp = () => {
      if (!navigator.onLine) return found;
      answers = false;
      return undefined;
    };
    const isLate = new Promise((resolve) => {
      setTimeout(resolve, ANSWER_TIMEOUT_MS);
    });
    return Promise.race([found, isLate.then(giveUp)]);
  };
}
