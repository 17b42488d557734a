// The demo farm of a hosted project can be looked at, but not changed. The database refuses every change of it
// (*_demo_farm.sql). Changes that would first be stored on this device, or go to another service, are refused here with the
// same message.

let isOpen = false;

/** Called when the demo farm is opened and left. */
export function setDemoOpen(open: boolean): void {
  isOpen = open;
}

/** Throws if the demo farm is open. */
export function refuseInDemo(): void {
  // Tested inline, so that a build without a demo account contains nothing of it.
  if (import.meta.env.VITE_DEMO_EMAIL && isOpen)
    throw new Error('This is the demo farm: you can look at everything, but not change it.');
}
