// The time between two attempts, in a module of its own: tests that make an attempt fail do not wait for it.

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
